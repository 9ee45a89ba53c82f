import { encodeFunctionData } from 'viem'
import { type Address, knownAddress } from '../../src/lib/hex.js'
import type { Hex } from '../../src/platform/chain/chain.js'
import { testUsdcAbi } from '../../src/platform/chain/generated/test-contracts.js'
import { findToken } from '../../src/platform/chain/tokens.js'
import { aWallet } from '../fixtures/factories.js'
import {
  hostileSignature,
  placeHostileReceiver,
  placeHostileWallet,
  placeNativeKeeper,
  type ReceiverTrick,
} from '../fixtures/hostile/hostile-contracts.js'
import type { TestApp } from '../harness.js'
import { sendOnChain } from '../on-chain.js'
import type { TestChain } from '../test-chain.js'
import {
  type Attack,
  createDeception,
  createNativeAttack,
  createSignedAttack,
  type Deception,
} from './actors.js'
import type { Hostiles } from './gas.js'
import { aShop, type Shop } from './shops.js'

type Bench = { app: TestApp; chain: TestChain }

/** Accounts of the chain that only attackers use. */
const attackers = [
  '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
  '0x976ea74026e726554db657fa54763abd0c3a0aa9',
  '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
  '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
].map(knownAddress)
/** As fast as the calls of a free plan and of one network address allow: 60 receipts a minute. */
const attackEveryMs = 1_000
/** Each payment to the split can cause a distribution, which takes about this long. */
const splitEveryMs = 5_000
const free = { plan: 'starter' } as const

/**
 * Prepares two payout contracts, two payers, a recipient of a split and a third party, all hostile.
 */
export async function prepareAttacks(
  bench: Bench,
  honestShop: Shop,
): Promise<{ attacks: Attack[]; deceive: Deception; hostiles: Hostiles }> {
  const payouts = [
    await aHostilePayout(bench, { trick: 'BurnGasOnChain', index: 0 }),
    await aHostilePayout(bench, { trick: 'AcceptAndBurnGas', index: 1 }),
  ]
  const recipient = await aHostileRecipient(bench, { index: 2 })
  const payers = [
    await aHostilePayer(bench, {
      name: 'payer, simulated',
      shop: await aShop(bench.app, free),
      ip: '10.0.0.3',
      sign: async () => hostileSignature(),
    }),
    await aHostilePayer(bench, {
      name: 'payer, one block',
      // Anyone can buy at an honest shop.
      shop: honestShop,
      ip: '10.0.0.4',
      sign: async () => hostileSignature({ random: await randomOf(bench.chain) }),
    }),
  ]
  const keeper = aWallet()
  await placeNativeKeeper(bench.chain, keeper)
  await mintTo(bench, keeper)
  return {
    deceive: createDeception(bench, { keeper, from: attackers[3] as Address }),
    attacks: [...payouts, recipient, ...payers].map(({ attack }) => attack),
    hostiles: {
      payouts: payouts.map(({ wallet }) => wallet),
      others: [...recipient.addresses, ...payers.map(({ wallet }) => wallet)],
    },
  }
}

/** A shop without a split, whose wallet burns gas when it receives native tokens. */
async function aHostilePayout(
  bench: Bench,
  { trick, index }: { trick: ReceiverTrick; index: number },
) {
  const shop = await aShop(bench.app, free)
  const { wallet } = shop
  await placeHostileReceiver(bench.chain, { address: wallet, trick })
  const attack = {
    name: `payout, ${trick}`,
    run: payInNativeToken(bench, shop, index),
    everyMs: attackEveryMs,
  }
  return { wallet, attack }
}

/**
 * A shop with a split that has a recipient of 0.01 % that burns gas when it receives native tokens.
 */
async function aHostileRecipient(bench: Bench, { index }: { index: number }) {
  const address = aWallet()
  await placeHostileReceiver(bench.chain, { address, trick: 'BurnGasOnChain' })
  const shop = await aShop(bench.app, { ...free, recipients: [{ address, sharesBps: 1 }] })
  const attack = {
    name: 'recipient',
    run: payInNativeToken(bench, shop, index),
    everyMs: splitEveryMs,
  }
  return { addresses: shop.split ? [address, shop.split] : [address], attack }
}

/** A contract wallet with tokens, which accepts signatures in simulations. */
async function aHostilePayer(
  bench: Bench,
  input: { name: string; shop: Shop; ip: string; sign: () => Promise<Hex> },
) {
  const wallet = aWallet()
  await placeHostileWallet(bench.chain, wallet)
  await mintTo(bench, wallet)
  const run = createSignedAttack(bench, { ...input, payer: wallet })
  return { wallet, attack: { name: input.name, run, everyMs: attackEveryMs } }
}

async function mintTo({ chain }: Bench, wallet: Address): Promise<void> {
  const args = [wallet, 10n ** 12n] as const
  const data = encodeFunctionData({ abi: testUsdcAbi, functionName: 'mint', args })
  await sendOnChain(chain, { to: findToken(84_532, 'USDC')?.address as Address, data })
}

function payInNativeToken(bench: Bench, shop: Shop, index: number): Attack['run'] {
  const from = attackers[index] as Address
  return createNativeAttack(bench, { shop, ip: `10.0.0.${index}`, from })
}

/** Returns the random value of the latest block. */
async function randomOf(chain: TestChain): Promise<Hex> {
  const block = await chain.call('eth_getBlockByNumber', 'latest', false)
  return (block as { mixHash: Hex }).mixHash
}
