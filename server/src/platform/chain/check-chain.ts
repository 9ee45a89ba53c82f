import { checksumAddress } from '../../lib/hex.js'
import type { Check, CheckResult } from '../health.js'
import type { Chain } from './chain.js'
import { isContractFault } from './chain-failures.js'
import { type Contract, contracts, multicall3 } from './contracts.js'
import { testUsdcAbi } from './generated/test-contracts.js'
import { encodeDomain } from './permission-hash.js'
import { listTokens, sandboxUsdt, type Token } from './tokens.js'

/** Problems of a chain: `mismatches` are unsafe for money, `missing` contracts can be deployed. */
export type ChainReport = { mismatches: string[]; missingContracts: Contract[] }

/**
 * Compares a chain with our configuration: the contracts of others, and the code of our own. An
 * undetected difference would lose money.
 *
 * @throws when the chain does not respond or has another id.
 */
export async function checkChain(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  chainId: number,
): Promise<ChainReport> {
  const [external, ours] = await Promise.all([
    checkExternalContracts(chain, chainId),
    checkContracts(chain),
  ])
  return { mismatches: [...external, ...ours.mismatches], missingContracts: ours.missingContracts }
}

/**
 * Lists the problems of contracts that others deployed: code, decimals and signing domain of the
 * tokens, and Multicall3.
 *
 * @throws when the chain does not respond or has another id.
 */
export async function checkExternalContracts(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  chainId: number,
): Promise<string[]> {
  const tokens = listTokens(chainId)
  const mismatches = await Promise.all(tokens.map((token) => tokenProblem(chain, token, chainId)))
  const unknown = tokens.length === 0 ? [`CHAIN_ID: no tokens are known on chain ${chainId}`] : []
  const multicall = (await chain.findCode(multicall3))
    ? []
    : [`CHAIN_RPC_URL: Multicall3 at ${multicall3} has no code`]
  return [...unknown, ...mismatches.flat(), ...multicall]
}

/**
 * Compares the code of our own contracts with the compiled code.
 *
 * @throws when the chain does not respond or has another id.
 */
export async function checkContracts(chain: Pick<Chain, 'findCode'>): Promise<ChainReport> {
  const verified = await Promise.all(
    contracts.map(async (contract) => ({ contract, ...(await verifyContract(chain, contract)) })),
  )
  return {
    mismatches: verified.flatMap(({ contract: { name, address }, ...verdict }) =>
      verdict.kind === 'altered' ? [`CHAIN_RPC_URL: ${name} at ${address} ${verdict.problem}`] : [],
    ),
    missingContracts: verified.flatMap(({ contract, kind }) =>
      kind === 'missing' ? [contract] : [],
    ),
  }
}

/** Describes missing contracts as one problem, with the command that deploys them. */
export function describeMissing(contracts: readonly Contract[]): string {
  const list = contracts.map(({ name, address }) => `${name} (${checksumAddress(address)})`)
  const names = list.join(', ')
  return `CHAIN_RPC_URL: the contracts are not deployed on this chain: ${names}; run: npm run deploy-contracts`
}

/**
 * Returns whether our contracts and Multicall3 are deployed. A call to a missing contract succeeds
 * and does nothing, and a sandbox chain that lost its state lacks them for a moment.
 */
export async function hasContracts(chain: Pick<Chain, 'findCode'> | null): Promise<boolean> {
  if (!chain) return false
  const needed = [...contracts.map(({ address }) => address), multicall3]
  const codes = await Promise.all(needed.map((address) => chain.findCode(address)))
  return codes.every((code) => code !== null)
}

/** Creates a health check of the chain that queries the node at most every `everyMs`. */
export function createChainCheck(chain: Pick<Chain, 'findBlock'>, everyMs: number): Check {
  let checkedAt = Number.NEGATIVE_INFINITY
  let last: CheckResult = { ok: false }

  return async () => {
    if (performance.now() - checkedAt < everyMs) return last
    checkedAt = performance.now()
    last = { ok: false }
    const block = await chain.findBlock('latest')
    last = { ok: block !== null, blockNumber: Number(block?.number ?? 0) }
    return last
  }
}

async function tokenProblem(
  chain: Pick<Chain, 'findCode' | 'readContract'>,
  token: Token,
  chainId: number,
): Promise<string[]> {
  const { symbol, address } = token
  const problem = (text: string) => [`CHAIN_RPC_URL: ${symbol} at ${address} ${text}`]
  if (!(await chain.findCode(address))) {
    return address === sandboxUsdt ? [] : problem('has no code')
  }
  try {
    const difference = await findDifference(chain, token, chainId)
    return difference === null ? [] : problem(difference)
  } catch (error) {
    if (!(await isContractFault(error))) throw error
    return problem('does not behave like a token')
  }
}

async function findDifference(
  chain: Pick<Chain, 'readContract'>,
  token: Token,
  chainId: number,
): Promise<string | null> {
  // Only functions that every token has are called through the ABI of the test token.
  const [address, abi] = [token.address, testUsdcAbi]
  const decimals = await chain.readContract({ address, abi, functionName: 'decimals' })
  if (decimals !== token.decimals) return `has ${decimals} decimals, not ${token.decimals}`
  if (!token.domain) return null

  const { name, version } = token.domain
  const domain = await chain.readContract({ address, abi, functionName: 'DOMAIN_SEPARATOR' })
  const expected = encodeDomain({ name, version, chainId, verifyingContract: address })
  return domain === expected ? null : `has another signing domain than ${name}, version ${version}`
}

type Verdict =
  | { kind: 'intact' }
  | { kind: 'missing' }
  /** `problem` is the end of a sentence. */
  | { kind: 'altered'; problem: string }

const otherCode = 'has other code than the compiled contract'

/**
 * Compares the code of a contract and of its implementation with the compiled code. Their addresses
 * follow from their code, so a difference means another kind of chain or a node that lies.
 *
 * @throws when the chain does not respond.
 */
export async function verifyContract(
  chain: Pick<Chain, 'findCode'>,
  { address, code, implementation }: Contract,
): Promise<Verdict> {
  const actual = await chain.findCode(address)
  if (actual === null) return { kind: 'missing' }
  if (actual.toLowerCase() !== code) return { kind: 'altered', problem: otherCode }

  const clone = await chain.findCode(implementation.address)
  if (clone?.toLowerCase() === implementation.code) return { kind: 'intact' }
  const name = `${implementation.name} at ${checksumAddress(implementation.address)}`
  return { kind: 'altered', problem: `uses ${name}, which ${clone ? otherCode : 'has no code'}` }
}
