import { type Address, concatHex, getContractAddress, type Hex } from 'viem'
import { cloneCode } from './clone-code.js'

/** Where a receipt is paid, without asking a chain: what `depositAddress` of the gateway answers. */
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
