import type { Chain } from './chain.js'
import { contracts } from './contracts.js'
import { encodeDomain } from './encode-domain.js'
import { testUsdcAbi } from './generated/test-usdc.js'
import { isContractFault } from './is-contract-fault.js'
import { listTokens, sandboxUsdt, type Token } from './tokens.js'

/** What is wrong with a chain: `mismatches` are reasons not to touch money on it, `missing` can be mended there. */
export type ChainReport = { mismatches: string[]; missing: string[] }

/**
 * Compares a chain with what we believe of it: its tokens' code, decimals and signing domain, and our own
 * contracts. A wrong one of them would lose money quietly.
 *
 * @throws when the chain cannot be asked, or is another one.
 */
export async function checkChain(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  chainId: number,
): Promise<ChainReport> {
  const tokens = listTokens(chainId)
  const mismatches = await Promise.all(tokens.map((token) => tokenProblem(chain, token, chainId)))
  const missing = await Promise.all(contracts.map((contract) => contractProblem(chain, contract)))
  const unknown = tokens.length === 0 ? [`CHAIN_ID: no tokens are known on chain ${chainId}`] : []
  return { mismatches: [...unknown, ...mismatches.flat()], missing: missing.flat() }
}

async function tokenProblem(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  token: Token,
  chainId: number,
): Promise<string[]> {
  const { symbol, address } = token
  const problem = (words: string) => [`CHAIN_RPC_URL: ${symbol} at ${address} ${words}`]
  if (!(await chain.findCode(address))) {
    return address === sandboxUsdt ? [] : problem('has no code')
  }
  try {
    const words = await findDifference(chain, token, chainId)
    return words === null ? [] : problem(words)
  } catch (error) {
    if (!(await isContractFault(error))) throw error
    return problem('does not answer as a token does')
  }
}

async function findDifference(
  chain: Pick<Chain, 'readContract'>,
  token: Token,
  chainId: number,
): Promise<string | null> {
  // Every token has what the test token has of these; the rest of its interface is not used here.
  const [address, abi] = [token.address, testUsdcAbi]
  const decimals = await chain.readContract({ address, abi, functionName: 'decimals' })
  if (decimals !== token.decimals) return `has ${decimals} decimals, not ${token.decimals}`
  if (!token.domain) return null

  const { name, version } = token.domain
  const domain = await chain.readContract({ address, abi, functionName: 'DOMAIN_SEPARATOR' })
  const expected = encodeDomain({ name, version, chainId, verifyingContract: address })
  return domain === expected ? null : `signs under another name than ${name}, version ${version}`
}

async function contractProblem(
  chain: Pick<Chain, 'findCode'>,
  { name, address }: (typeof contracts)[number],
): Promise<string[]> {
  const code = await chain.findCode(address)
  return code ? [] : [`${name} is not at ${address}; put it there with: npm run deploy-contracts`]
}
