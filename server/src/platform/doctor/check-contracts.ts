import { checkContracts, checkForeign, describeMissing } from '../chain/check-chain.js'
import { type Contract, contracts } from '../chain/contracts.js'
import { listTokens } from '../chain/tokens.js'
import { type Finding, good, problem } from './finding.js'
import type { Section } from './section.js'

/** Compares tokens, Multicall3 and our own contracts with the expected ones. */
export const contractsSection: Section = {
  title: 'Tokens and contracts',
  needs: 'chain',
  async check({ chain, config: { chainId } }) {
    if (!chain) return []
    const [foreign, own] = await Promise.all([checkForeign(chain, chainId), checkContracts(chain)])
    return [...describeForeign(foreign, chainId), ...describeOwn(own)]
  },
}

export function describeForeign(mismatches: readonly string[], chainId: number): Finding[] {
  if (mismatches.length > 0) {
    const fix = 'Check that CHAIN_RPC_URL and CHAIN_ID name the chain that you want.'
    return mismatches.map((text) => problem(`${text}.`, fix))
  }
  const names = listTokens(chainId).map(({ symbol }) => symbol)
  return [good(`${names.join(', ')} and Multicall3 are as expected.`)]
}

export function describeOwn({
  mismatches,
  missing,
}: {
  mismatches: readonly string[]
  missing: readonly Contract[]
}): Finding[] {
  const fix = 'Use a node that you trust. Do not take payments on this chain.'
  const altered = mismatches.map((text) => problem(`${text}.`, fix))
  if (missing.length > 0) {
    const [message = ''] = describeMissing(missing).split(';')
    return [...altered, problem(`${message}.`, 'Run: npm run deploy-contracts')]
  }
  if (altered.length > 0) return altered
  const names = contracts.map(({ name }) => name).join(' and ')
  return [good(`${names} are deployed, with the compiled code.`)]
}
