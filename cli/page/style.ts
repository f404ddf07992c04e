// The style of the report: light or dark as the reader's system prefers, with pictures in the same colours.

const LIGHT = `
  --paper: #fcfcfa; --card: #ffffff; --text: #1c2126; --text-soft: #56606a; --line: #c9cfd4; --grid: #eceff1; --accent: #8a4b1f;
  --series-0: #2f6fb0; --series-1: #c65a11; --series-2: #2b8a5a; --series-3: #b03060;
  --series-4: #7a5fb5; --series-5: #8a7a12; --series-6: #1d8a99; --series-7: #777777;
  --series-8: #0b3d70; --series-9: #d98ab0;
  --fixed: #d3d8dc; --edge: #ffffff;`;
const DARK = `
  --paper: #14171a; --card: #1b1f23; --text: #e6e9ec; --text-soft: #9ca7b1; --line: #3d464e; --grid: #292f35; --accent: #e0a372;
  --series-0: #6aa9e9; --series-1: #f0924c; --series-2: #5cc391; --series-3: #ec7ba3;
  --series-4: #b39af0; --series-5: #d0bd50; --series-6: #58c5d4; --series-7: #a5a5a5;
  --series-8: #3f6cc0; --series-9: #f6c6da;
  --fixed: #3a4249; --edge: #14171a;`;

export const STYLE = `
:root { color-scheme: light dark; ${LIGHT} }
@media (prefers-color-scheme: dark) { :root { ${DARK} } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2rem 1.25rem 5rem; max-width: 60rem; background: var(--paper); color: var(--text);
  font: 16px/1.55 system-ui, sans-serif; }
h1 { font-size: 1.9rem; margin: 0 0 .3rem; } h2 { font-size: 1.3rem; margin: 3rem 0 .5rem; color: var(--accent); }
h3 { font-size: 1.1rem; margin: 0 0 .6rem; }
p { margin: .5rem 0; } a { color: var(--series-0); } code { font-size: .9em; }
.soft, figcaption { color: var(--text-soft); font-size: .9rem; }
nav ol { columns: 2 16rem; column-gap: 3rem; padding-left: 1.8rem; } nav li { break-inside: avoid; margin: .1rem 0; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: 1.2rem 1.4rem; margin: 1.2rem 0; }
article > p > b:first-child { color: var(--text-soft); font-weight: 600; }
.size { float: right; border: 1px solid var(--line); border-radius: 1rem; padding: 0 .7rem; font-size: .8rem;
  color: var(--text-soft); }
figure { margin: 1.4rem 0 .6rem; } figure > svg { display: block; width: 100%; height: auto; }
figcaption { margin-top: .3rem; }
.scroll { overflow-x: auto; max-height: 32rem; overflow-y: auto; margin: 1rem 0; }
figure.table { margin: 1rem 0; overflow: visible; } .table > .scroll { margin: 0; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; font-size: .9rem; min-width: 50%; }
th, td { padding: .28rem .7rem; border-bottom: 1px solid var(--grid); text-align: right; vertical-align: top; }
/* Tables of many columns have no room to spare: the last one is seen without scrolling. */
tr:has(> :nth-child(10)) > * { padding-inline: .35rem; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; } td.word { text-align: left; }
thead th { border-bottom: 1px solid var(--line); position: sticky; top: 0; background: var(--card); font-weight: 600; }
.key { list-style: none; display: flex; flex-wrap: wrap; gap: .1rem 1.2rem; margin: .3rem 0 0; padding: 0; font-size: .88rem; }
.key i { display: inline-block; width: .8em; height: .8em; border-radius: 2px; margin-right: .4em; }
.picture path, .picture circle { stroke: var(--edge); stroke-width: .7; stroke-linejoin: round; }
.picture text, .graph text { fill: var(--text); font: 20px system-ui, sans-serif; }
.graph text { paint-order: stroke; stroke: var(--card); stroke-width: 4px; stroke-linejoin: round; }
${Array.from({ length: 10 }, (_, i) => i)
  .map((i) => `.t${i} { --c: var(--series-${i}); }`)
  .join(' ')} .tf { --c: var(--fixed); }
.s0 { fill: var(--c); } .s1 { fill: color-mix(in oklab, var(--c), #000 14%); }
.s2 { fill: color-mix(in oklab, var(--c), #000 28%); } .s3 { fill: color-mix(in oklab, var(--c), #000 40%); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1.4rem; }
.panels { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: .6rem; }
/* On a phone figures keep the size at which they are read, and are moved sideways; what is said of them stays. */
@media (max-width: 40rem) {
  body { padding-inline: .6rem; } article { padding: .9rem .8rem; }
  figure { overflow-x: auto; } figure > svg { width: 34rem; } figure > svg.graph, figure > svg.picture { width: 46rem; }
  figure > .key, figcaption { position: sticky; left: 0; }
}
@media print { article { break-inside: avoid; } .scroll { max-height: none; } }
`;
