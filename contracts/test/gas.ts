import { readFileSync } from 'node:fs'
import type { Gas } from '../build/gas-table.js'

/** What each action used when it was last looked at, and for some the most it may ever use. */
export function readGas(): Gas {
  return JSON.parse(readFileSync(new URL('../gas.json', import.meta.url), 'utf8'))
}

/**
 * Says in words where a measurement is not what gas.json has. Less gas is said too: otherwise the next change
 * could give it away again without anybody noticing.
 */
export function compareGas(section: Gas[string], measured: Record<string, bigint>): string[] {
  const unmeasured = Object.keys(section).filter((action) => !(action in measured))
  const differences = Object.entries(measured).flatMap(([action, gas]) => {
    const known = section[action]
    if (known === undefined) return [`${action}: not in gas.json, which should say ${gas}`]
    if (known.limit !== undefined && gas > known.limit) {
      return [`${action}: ${gas} passes the limit of ${known.limit}`]
    }
    if (gas > known.gas) return [`${action}: grew from ${known.gas} to ${gas}`]
    if (gas < known.gas) {
      return [
        `${action}: shrank from ${known.gas}. Write ${gas} to gas.json, then npm run generate`,
      ]
    }
    return []
  })
  return [...unmeasured.map((action) => `${action}: in gas.json, but not measured`), ...differences]
}
