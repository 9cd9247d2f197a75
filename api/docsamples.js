(system) => ({
  wrapComponents: {
    responses: (Original) => (props) => {
      const h = system.React.createElement;
      const samples = props.specSelectors.specJson().getIn(["paths", ...props.specPath.slice(1, 3), "x-codeSamples"]);
      const [shown, show] = system.React.useState(0);
      if (!samples) return h(Original, props);
      const tab = (sample, i) =>
        h("button", { key: i, className: "btn", "aria-pressed": i === shown, style: i === shown ? { background: "#e8f6f0" } : {}, onClick: () => show(i) }, sample.get("label"));
      return h("div", null,
        h("div", { className: "opblock-section-header" }, h("h4", null, "Samples"), samples.map(tab).toArray()),
        h("pre", { className: "microlight", style: { margin: "10px 20px" } }, samples.getIn([shown, "source"])),
        h(Original, props));
    },
  },
})