import { type Address, knownAddress, toWord } from '../../lib/hex.js'
import { callAnvil, callAnvilBatch } from '../../platform/chain/anvil/call-anvil.js'
import type { Hex } from '../../platform/chain/chain.js'
import { contracts, deployer, deploymentSalt, multicall3 } from '../../platform/chain/contracts.js'
import {
  testEurcCode,
  testMulticallCode,
  testUsdcCode,
  testUsdtCode,
} from '../../platform/chain/generated/test-contracts.js'
import { listTokens, type TokenSymbol } from '../../platform/chain/tokens.js'
import { demoBuyer, demoMerchant, otherMerchant } from './demo-wallets.js'
import { sendTransaction } from './send-transaction.js'

const tokenCode: Record<TokenSymbol, Hex> = {
  USDC: testUsdcCode,
  USDT: testUsdtCode,
  EURC: testEurcCode,
}

/** A funded account of the sandbox chain, because setup must not use the relayer's nonces. */
const setupAccount = knownAddress('0xa0ee7a142d267c1f36714e4a8f75612f20a79720')
const minimumWei = 1_000n * 10n ** 18n
const initialBalances: readonly { wallet: Address; units: bigint }[] = [
  { wallet: demoBuyer.address, units: 1_000_000_000_000n },
  { wallet: demoMerchant.address, units: 1_000_000_000n },
  { wallet: otherMerchant.address, units: 1_000_000_000n },
]

/**
 * Sets up a sandbox chain: tokens, contracts, and balances of the demo wallets. Idempotent; runs at
 * every start, because the chain may have been recreated.
 */
export async function prepareChain(
  url: string,
  { chainId, relayers }: { chainId: number; relayers: readonly Address[] },
): Promise<void> {
  await placeForeign(url, chainId)
  await deployContracts(url)
  await fundWallets(url, chainId)
  for (const relayer of relayers) await giveGas(url, relayer)
}

/** Places third-party contracts at their real addresses, which only a sandbox chain allows. */
async function placeForeign(url: string, chainId: number): Promise<void> {
  const tokens = listTokens(chainId).map(({ symbol, address }) => [address, tokenCode[symbol]])
  const codes = [...tokens, [multicall3, testMulticallCode]]
  await callAnvilBatch(
    url,
    codes.map(([address, code]) => ['anvil_setCode', address, code]),
  )
}

async function deployContracts(url: string): Promise<void> {
  for (const { name, address, initCode } of contracts) {
    if ((await callAnvil(url, 'eth_getCode', address, 'latest')) !== '0x') continue
    await send(url, deployer, `${deploymentSalt}${initCode.slice(2)}`)
    const code = await callAnvil(url, 'eth_getCode', address, 'latest')
    if (code === '0x') throw new Error(`${name} was not deployed to ${address}`)
  }
}

/** Refills every wallet that has less than a hundredth of its initial balance. */
async function fundWallets(url: string, chainId: number): Promise<void> {
  for (const { address: token } of listTokens(chainId)) {
    for (const { wallet, units } of initialBalances) {
      const data = `0x70a08231${toWord(wallet)}`
      const balance = await callAnvil(url, 'eth_call', { to: token, data }, 'latest')
      if (BigInt(balance as Hex) >= units / 100n) continue
      // mint(address,uint256)
      await send(url, token, `0x40c10f19${toWord(wallet)}${toWord(units)}`)
    }
  }
}

async function giveGas(url: string, wallet: Address): Promise<void> {
  const balance = await callAnvil(url, 'eth_getBalance', wallet, 'latest')
  if (BigInt(balance as Hex) >= minimumWei) return
  await callAnvil(url, 'anvil_setBalance', wallet, `0x${(10n * minimumWei).toString(16)}`)
}

/** Deployments need more gas than other transactions, so the chain estimates it. */
async function send(url: string, to: Address, data: Hex): Promise<void> {
  const call = { from: setupAccount, to, data, gas: null }
  const { isSuccess } = await sendTransaction(url, call)
  if (!isSuccess) throw new Error(`a transaction to ${to} failed on the sandbox chain`)
}
