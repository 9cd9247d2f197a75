// Shows untrusted Markdown from documents and models. It is parsed to a tree, and only the nodes listed here are shown.
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Nodes, Root } from "mdast";
import { safeLink } from "../links";
import { Formula } from "../reader/math";

type MarkdownProps = {
  text: string;
  /** Turns text into elements, so that citation markers can be inserted. */
  mark?: ((text: string) => ComponentChildren) | undefined;
};

const longest = 200_000; // characters; longer Markdown is shown as plain text

export function Markdown({ text, mark }: MarkdownProps) {
  const [tree, setTree] = useState<Root | null>(null);
  useEffect(() => {
    let gone = false;
    if (text.length > longest) return;
    void import("../markdowntree").then(({ parse }) => gone || setTree(parse(text)));
    return () => { gone = true; };
  }, [text]);
  if (!tree) return <div class="markdown plain">{mark ? mark(text) : text}</div>;
  return <div class="markdown">{children(tree, mark)}</div>;
}

function children(node: { children: Nodes[] }, mark: MarkdownProps["mark"]): ComponentChildren {
  return node.children.map((child, i) => <Node key={i} node={child} mark={mark} />);
}

function Node({ node, mark }: { node: Nodes; mark: MarkdownProps["mark"] }) {
  switch (node.type) {
    case "text": return <>{mark ? mark(node.value) : node.value}</>;
    case "paragraph": return <p>{children(node, mark)}</p>;
    case "heading": return <Heading depth={node.depth}>{children(node, mark)}</Heading>;
    case "emphasis": return <em>{children(node, mark)}</em>;
    case "strong": return <strong>{children(node, mark)}</strong>;
    case "delete": return <s>{children(node, mark)}</s>;
    case "inlineCode": return <code>{node.value}</code>;
    case "code": return <pre><code>{node.value}</code></pre>;
    case "blockquote": return <blockquote>{children(node, mark)}</blockquote>;
    case "list": return node.ordered ? <ol start={node.start ?? 1}>{children(node, mark)}</ol> : <ul>{children(node, mark)}</ul>;
    case "listItem": return <li>{children(node, mark)}</li>;
    case "thematicBreak": return <hr />;
    case "break": return <br />;
    case "link": return <Link url={node.url}>{children(node, mark)}</Link>;
    case "image": return <em>{node.alt}</em>; // loading an external picture would tell its server who is reading
    case "table": return <Table rows={node.children} mark={mark} />;
    case "math": return <Formula latex={node.value} display />;
    case "inlineMath": return <Formula latex={node.value} />;
    case "footnoteReference": return <sup>{node.identifier}</sup>;
    case "footnoteDefinition": return <div class="footnote"><sup>{node.identifier}</sup>{children(node, mark)}</div>;
    case "html": return <>{node.value}</>;
    default: return "children" in node ? <>{children(node as { children: Nodes[] }, mark)}</> : null;
  }
}

function Heading({ depth, children: inside }: { depth: number; children: ComponentChildren }) {
  const Tag = `h${Math.min(depth + 1, 6)}` as "h2";
  return <Tag class={`level-${depth}`}>{inside}</Tag>;
}

function Link({ url, children: inside }: { url: string; children: ComponentChildren }) {
  const href = safeLink(url);
  return href ? <a href={href} target="_blank" rel="noreferrer noopener">{inside}</a> : <>{inside}</>;
}

function Table({ rows, mark }: { rows: { children: Nodes[] }[]; mark: MarkdownProps["mark"] }) {
  const cells = (row: { children: Nodes[] }, Tag: "th" | "td") =>
    row.children.map((cell, i) => <Tag key={i}>{children(cell as { children: Nodes[] }, mark)}</Tag>);
  const [head, ...body] = rows;
  return (
    <div class="table-scroll" tabIndex={0}>
      <table>
        {head && <thead><tr>{cells(head, "th")}</tr></thead>}
        <tbody>{body.map((row, i) => <tr key={i}>{cells(row, "td")}</tr>)}</tbody>
      </table>
    </div>
  );
}
