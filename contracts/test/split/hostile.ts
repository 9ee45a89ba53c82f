import { type Address, type Hex, zeroAddress } from 'viem'
import type { Contract } from '../call.js'
import type { TestChain } from '../chain.js'

/** In the order of the enums in test/hostile. */
export const receiverTricks = [
  'Accept',
  'Revert',
  'BurnGas',
  'RevertWithBomb',
  'ReturnBomb',
  'CallBack',
  'BurnGasOnChain',
  'AcceptAndBurnGas',
  'SendBack',
] as const
export const tokenTricks = [
  'None',
  'TakeFeeFromAmount',
  'TakeFeeFromSender',
  'ReturnFalse',
  'Revert',
  'ReturnNothing',
  'ReturnGarbage',
  'ReturnBomb',
  'RevertWithBomb',
  'BurnGas',
  'CallBack',
] as const

export type ReceiverTrick = (typeof receiverTricks)[number]
export type TokenTrick = (typeof tokenTricks)[number]

/** The call of the trick `CallBack`. */
export type CallBack = { target: Address; payload: Hex }

const noCallBack: CallBack = { target: zeroAddress, payload: '0x' }

export async function playReceiver(
  chain: TestChain,
  receiver: Contract,
  trick: ReceiverTrick,
  { target, payload }: CallBack = noCallBack,
): Promise<void> {
  const args = [receiverTricks.indexOf(trick), target, payload]
  await chain.mustSend({ ...receiver, functionName: 'play', args })
}

/** Plays the trick on transfers to `victim`, or on all transfers when it is the zero address. */
export async function playToken(
  chain: TestChain,
  token: Contract,
  trick: TokenTrick,
  { victim = zeroAddress, target, payload }: Partial<CallBack> & { victim?: Address } = {},
): Promise<void> {
  const { target: none, payload: nothing } = noCallBack
  const args = [tokenTricks.indexOf(trick), victim, target ?? none, payload ?? nothing]
  await chain.mustSend({ ...token, functionName: 'play', args })
}
