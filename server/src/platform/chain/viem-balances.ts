import type { Address } from '../../lib/hex.js'
import type { Hex, ReadOnlyCall } from './chain.js'
import type { ChainClient } from './chain-client.js'
import { multicall3 } from './contracts.js'
import { testMulticallAbi } from './generated/test-contracts.js'

const addressesPerCall = 100
const abi = testMulticallAbi

/** Reads native balances through Multicall3, one request for up to 100 addresses. */
export async function getBalances(
  client: ChainClient,
  addresses: readonly Address[],
): Promise<bigint[]> {
  const balances: bigint[] = []
  for (let start = 0; start < addresses.length; start += addressesPerCall) {
    const batch = addresses.slice(start, start + addressesPerCall)
    balances.push(...(await readBatch(client, batch)))
  }
  return balances
}

async function readBatch(client: ChainClient, addresses: readonly Address[]): Promise<bigint[]> {
  const { decodeFunctionResult, encodeFunctionData } = await import('viem')
  const calls = addresses.map((address) => ({
    target: multicall3,
    allowFailure: false,
    callData: encodeFunctionData({ abi, functionName: 'getEthBalance', args: [address] }),
  }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [calls] })
  const result = await client.request({
    method: 'eth_call',
    params: [{ to: multicall3, data }, 'latest'],
  })
  const results = decodeFunctionResult({ abi, functionName: 'aggregate3', data: result })
  return results.map(({ returnData }) => BigInt(returnData))
}

/** Reads an address's balances in several tokens at once. A token that fails affects no other. */
export async function getTokenBalances(
  client: ChainClient,
  { owner, tokens }: { owner: Address; tokens: readonly Address[] },
): Promise<(bigint | null)[]> {
  if (tokens.length === 0) return []
  const { encodeFunctionData, erc20Abi } = await import('viem')
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [owner],
  })
  const results = await callBatch(
    client,
    tokens.map((to) => ({ to, data })),
  )
  return results.map((result) => (result?.length === 66 ? BigInt(result) : null))
}

const callsPerRequest = 200

/** Executes read-only calls through Multicall3. A call that reverts does not affect others. */
export async function callMany(
  client: ChainClient,
  calls: readonly ReadOnlyCall[],
  block?: bigint,
): Promise<(Hex | null)[]> {
  const results: (Hex | null)[] = []
  for (let start = 0; start < calls.length; start += callsPerRequest) {
    results.push(...(await callBatch(client, calls.slice(start, start + callsPerRequest), block)))
  }
  return results
}

async function callBatch(
  client: ChainClient,
  calls: readonly ReadOnlyCall[],
  block?: bigint,
): Promise<(Hex | null)[]> {
  const { decodeFunctionResult, encodeFunctionData, numberToHex } = await import('viem')
  const aggregated = calls.map(({ to, data }) => ({
    target: to,
    allowFailure: true,
    callData: data,
  }))
  const data = encodeFunctionData({ abi, functionName: 'aggregate3', args: [aggregated] })
  const result = await client.request({
    method: 'eth_call',
    params: [{ to: multicall3, data }, block === undefined ? 'latest' : numberToHex(block)],
  })
  const results = decodeFunctionResult({ abi, functionName: 'aggregate3', data: result })
  return results.map(({ success, returnData }) => (success ? returnData : null))
}
