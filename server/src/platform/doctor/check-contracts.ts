import { checkContracts, checkExternalContracts, describeMissing } from '../chain/check-chain.js'
import { type Contract, contracts } from '../chain/contracts.js'
import { type Finding, good, problem } from './finding.js'
import type { Section } from './section.js'

/** Compares the tokens and Multicall3 with the expected ones. */
export const tokensSection: Section = {
  title: 'Tokens',
  needs: ['chain'],
  async check({ chain, config: { chainId } }) {
    return chain ? describeExternal(await checkExternalContracts(chain, chainId)) : []
  },
}

/** Compares our own contracts with the compiled ones. */
export const contractsSection: Section = {
  title: 'Contracts',
  needs: ['chain'],
  async check({ chain }) {
    return chain ? describeOwn(await checkContracts(chain)) : []
  },
}

export function describeExternal(mismatches: readonly string[]): Finding[] {
  if (mismatches.length === 0) return [good('The tokens and Multicall3 are as expected.')]
  const fix = 'Check that CHAIN_RPC_URL and CHAIN_ID name the chain that you want.'
  return mismatches.map((text) => problem(`${text}.`, fix))
}

export function describeOwn(input: {
  mismatches: readonly string[]
  missingContracts: readonly Contract[]
}): Finding[] {
  const { mismatches, missingContracts } = input
  const fix = 'Use a node that you trust. Do not take payments on this chain.'
  const altered = mismatches.map((text) => problem(`${text}.`, fix))
  if (missingContracts.length > 0) {
    const [message = ''] = describeMissing(missingContracts).split(';')
    return [...altered, problem(`${message}.`, 'Run: npm run deploy-contracts')]
  }
  if (altered.length > 0) return altered
  const names = contracts.map(({ name }) => name).join(', ')
  return [good(`All contracts are deployed, with the compiled code: ${names}.`)]
}
