/** gas.json: what a transaction uses, by the part of the contracts and the action. */
export type Gas = Record<string, Record<string, { gas: number; limit?: number }>>

const start = '<!-- gas: npm run generate -->'
const end = '<!-- /gas -->'

/**
 * The text with the table of `gas` between the two marks that it has for that.
 * @throws Error when the marks are not there.
 */
export function fillGasTable(text: string, gas: Gas): string {
  const [before, rest] = text.split(start)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error('there is no place for a table')
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
  return [['', 'action', 'gas', 'at most'], ['---', '---', '---:', '---:'], ...rows].map(
    (cells) => `| ${cells.join(' | ')} |\n`,
  )
}

function format(gas: number): string {
  return gas.toLocaleString('en-US')
}
