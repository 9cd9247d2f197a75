import{l as i,m as c,p as f}from"./chunk-CTYZMK2E.js";async function*y(t,n){let e=await h(t,n);if(!e.ok||!e.body)throw await f(e);let r=e.body.pipeThrough(new TextDecoderStream).getReader(),a="";try{for(;;){let{done:u,value:d}=await g(r);if(u)return;let o=(a+d).split(`

`);a=o.pop()??"";for(let p of o){let s=m(p);s&&(yield s)}}}finally{r.cancel().catch(()=>{})}}async function h(t,n){try{let e={Accept:"text/event-stream",...n.headers};return await fetch(t,{...n,headers:e})}catch(e){throw l(e)}}async function g(t){try{return await t.read()}catch(n){throw l(n)}}function l(t){return t instanceof DOMException&&t.name==="AbortError"?t:new i(c,"unreachable","")}function m(t){let n="message",e=[];for(let r of t.split(`
`))r.startsWith("event:")&&(n=r.slice(6).trim()),r.startsWith("data:")&&e.push(r.slice(5).replace(/^ /,""));return e.length>0?{name:n,data:e.join(`
`)}:null}export{y as a};
