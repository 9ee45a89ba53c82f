import { create2Address, firstChildAddress } from '../../lib/create2.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { paymentGatewayBytecode } from './generated/payment-gateway.js'
import { splitFactoryBytecode } from './generated/split-factory.js'

/** A contract of ours that stands once on each chain. */
export type Contract = { name: string; address: Address; initCode: Hex }

/** A contract that deploys what it is sent by CREATE2, at the same address on nearly every chain. */
export const deployer = knownAddress('0x4e59b44847b379578588920cA78FbF26c0B4956C')
export const deploymentSalt: Hex = `0x${'0'.repeat(64)}`

/** Makes split contracts. */
export const splitFactory = deployed('SplitFactory', splitFactoryBytecode)
/** Takes payments for receipts and owns their deposit addresses. */
export const paymentGateway = deployed('PaymentGateway', paymentGatewayBytecode)

/** What every clone of a split runs. */
export const splitImplementation = firstChildAddress(splitFactory.address)
/** What every deposit address runs once it has been used. */
export const depositImplementation = firstChildAddress(paymentGateway.address)

/** Everything that must be on a chain before it can take payments. */
export const contracts: readonly Contract[] = [splitFactory, paymentGateway]

/** Their code decides their addresses, so they are the same wherever the same code is deployed. */
function deployed(name: string, initCode: Hex): Contract {
  return { name, address: create2Address({ deployer, salt: deploymentSalt, initCode }), initCode }
}
