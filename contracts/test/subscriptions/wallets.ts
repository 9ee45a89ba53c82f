import { type Address, getContractAddress, type Hex, keccak256, pad, zeroAddress } from 'viem'
import { getArtifact } from '../artifact.js'
import { type Contract, toCalldata } from '../call.js'
import type { TestChain } from '../chain.js'
import { type Fixture, funds } from './fixture.js'

/** In the order of the enum in test/hostile/HostileSubscriber.sol. */
const subscriberTricks = [
  'Accept',
  'Refuse',
  'Revert',
  'BurnGas',
  'ReturnBomb',
  'RevertWithBomb',
  'ReturnShort',
  'CallBack',
  'BurnGasAndAccept',
] as const
export type SubscriberTrick = (typeof subscriberTricks)[number]

/** Any signature, for wallets that do not look at it. */
export const anySignature: Hex = '0x5eed'

export async function playSubscriber(
  chain: TestChain,
  wallet: Contract,
  trick: SubscriberTrick,
  call: { target: Address; payload: Hex } = { target: zeroAddress, payload: '0x' },
): Promise<void> {
  const args = [subscriberTricks.indexOf(trick), call.target, call.payload]
  await chain.mustSend({ ...wallet, functionName: 'play', args })
}

/** Creates a hostile wallet with money and an allowance for the manager. */
export async function createHostileSubscriber(
  { chain, manager, usdc }: Fixture,
  trick: SubscriberTrick = 'Accept',
): Promise<Contract> {
  const wallet = await chain.deploy('HostileSubscriber')
  await chain.mustSend({ ...usdc, functionName: 'mint', args: [wallet.to, funds] })
  const payload = toCalldata({ ...usdc, functionName: 'approve', args: [manager.to, funds] })
  await chain.mustSend({ ...wallet, functionName: 'execute', args: [usdc.to, payload] })
  await playSubscriber(chain, wallet, trick)
  return { to: wallet.to, abi: wallet.abi }
}

/** Returns the address of a wallet that the factory creates for `owner`. */
export function walletOf(factory: Contract, owner: Address): Address {
  const bytecode: Hex = `${getArtifact('ContractWallet').bytecode}${pad(owner).slice(2)}`
  return getContractAddress({
    opcode: 'CREATE2',
    from: factory.to,
    salt: pad('0x'),
    bytecodeHash: keccak256(bytecode),
  })
}
