import { readFileSync } from 'node:fs'
import type { Gas } from '../build/gas-table.js'

/** Returns the recorded gas of each action, and the limit of some. */
export function readGas(): Gas {
  return JSON.parse(readFileSync(new URL('../gas.json', import.meta.url), 'utf8'))
}

/**
 * Returns a message for each difference from gas.json. It reports less gas too, so that a later increase does not go
 * unnoticed.
 */
export function compareGas(section: Gas[string], measured: Record<string, bigint>): string[] {
  const unmeasured = Object.keys(section).filter((action) => !(action in measured))
  const differences = Object.entries(measured).flatMap(([action, gas]) => {
    const earlierGas = section[action]
    if (earlierGas === undefined) return [`${action}: not in gas.json. Add it with ${gas}`]
    if (earlierGas.limit !== undefined && gas > earlierGas.limit) {
      return [`${action}: ${gas} exceeds the limit of ${earlierGas.limit}`]
    }
    if (gas > earlierGas.gas) return [`${action}: increased from ${earlierGas.gas} to ${gas}`]
    if (gas < earlierGas.gas) {
      return [
        `${action}: decreased from ${earlierGas.gas} to ${gas}. Update gas.json and run: npm run generate`,
      ]
    }
    return []
  })
  return [...unmeasured.map((action) => `${action}: in gas.json, but not measured`), ...differences]
}
