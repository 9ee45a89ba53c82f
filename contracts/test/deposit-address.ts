import { type Address, concatHex, getContractAddress, type Hex } from 'viem'
import { cloneCode } from './clone-code.js'

/** Computes the result of the gateway's `depositAddress` without a chain. */
export function toDepositAddress(deposit: {
  gateway: Address
  depositImplementation: Address
  receiptKey: Hex
  payoutAddress: Address
}): Address {
  const args = concatHex([deposit.payoutAddress, deposit.receiptKey])
  return getContractAddress({
    opcode: 'CREATE2',
    from: deposit.gateway,
    salt: deposit.receiptKey,
    bytecode: cloneCode(deposit.depositImplementation, args),
  })
}
