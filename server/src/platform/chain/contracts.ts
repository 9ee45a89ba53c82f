import { create2Address, firstChildAddress } from '../../lib/create2.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { paymentGatewayBytecode } from './generated/payment-gateway.js'
import { splitFactoryBytecode } from './generated/split-factory.js'

/** A contract that is deployed once per chain. */
export type Contract = { name: string; address: Address; initCode: Hex }

/** The CREATE2 deployer, at the same address on nearly every chain. */
export const deployer = knownAddress('0x4e59b44847b379578588920cA78FbF26c0B4956C')
export const deploymentSalt: Hex = `0x${'0'.repeat(64)}`

/** Creates split contracts. */
export const splitFactory = deployed('SplitFactory', splitFactoryBytecode)
/** Receives payments for receipts and owns their deposit addresses. */
export const paymentGateway = deployed('PaymentGateway', paymentGatewayBytecode)

/** The implementation of every split clone. */
export const splitImplementation = firstChildAddress(splitFactory.address)
/** The implementation of every used deposit address. */
export const depositImplementation = firstChildAddress(paymentGateway.address)

/** Multicall3, which bundles calls. We do not deploy it: nearly every chain has it at this address. */
export const multicall3 = knownAddress('0xcA11bde05977b3631167028862bE2a173976CA11')

/** All contracts of ours that a chain needs before it can receive payments. */
export const contracts: readonly Contract[] = [splitFactory, paymentGateway]

/** The code determines the address, so it is the same on every chain. */
function deployed(name: string, initCode: Hex): Contract {
  return { name, address: create2Address({ deployer, salt: deploymentSalt, initCode }), initCode }
}
