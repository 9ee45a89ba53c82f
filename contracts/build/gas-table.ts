/** The content of gas.json: gas per transaction, by contract and action. */
export type Gas = Record<string, Record<string, { gas: number; limit?: number }>>

const start = '<!-- gas: npm run generate -->'
const end = '<!-- /gas -->'

/**
 * Returns the text with the table of `gas` between its two markers.
 * @throws Error when the markers are missing.
 */
export function fillGasTable(text: string, gas: Gas): string {
  const [before, tail] = text.split(start)
  const after = tail?.split(end)[1]
  if (before === undefined || after === undefined)
    throw new Error('The text has no markers for the table.')
  return [before, start, '\n', ...rowsOf(gas), end, after].join('')
}

function rowsOf(gas: Gas): string[] {
  const rows = Object.entries(gas).flatMap(([part, actions]) =>
    Object.entries(actions).map(([action, { gas, limit }]) => [
      part,
      action,
      format(gas),
      limit === undefined ? '' : format(limit),
    ]),
  )
  return [['', 'action', 'gas', 'limit'], ['---', '---', '---:', '---:'], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  )
}

function format(gas: number): string {
  return gas.toLocaleString('en-US')
}
