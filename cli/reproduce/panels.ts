// Several pictures side by side in one, each below its name.

const GAP = 24;
const HEAD = 44;
/** Font sizes by the number of columns, larger for more columns, since the picture is then scaled down more. */
const SIZES = [20, 20, 24, 32];

/**
 * Draws pictures, at most `columns` in a row. They are SVG texts of equal size with a viewBox from 0 0, and are
 * clipped.
 */
export function drawPanels(panels: readonly (readonly [name: string, svg: string])[], columns = 2): string {
  const [width, height] = sizeOf(panels[0][1]);
  const rows = Math.ceil(panels.length / columns);
  const used = Math.min(columns, panels.length);
  const parts = panels.map(([name, svg], i) => {
    const left = (i % columns) * (width + GAP);
    const top = Math.floor(i / columns) * (height + HEAD);
    const inner = svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>\s*$/, '');
    return `<g transform="translate(${left} ${top})"><text x="${width / 2}" y="28" text-anchor="middle" style="font-size:${SIZES[Math.min(columns, SIZES.length - 1)]}px">${name}</text><svg y="${HEAD}" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${inner}</svg></g>`;
  });
  const box = `0 0 ${used * width + (used - 1) * GAP} ${rows * (height + HEAD)}`;
  return `<svg xmlns="http://www.w3.org/2000/svg" role="img" class="picture" viewBox="${box}">${parts.join('\n')}</svg>`;
}

function sizeOf(svg: string): [number, number] {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? ['', '600', '400'];
  return [Number(width), Number(height)];
}
