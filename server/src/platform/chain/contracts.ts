import { create2Address, firstChildAddress } from '../../lib/create2.js'
import { type Address, knownAddress } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { depositCode, depositImmutables } from './generated/deposit.js'
import { merchantSplitCode } from './generated/merchant-split.js'
import {
  paymentGatewayBytecode,
  paymentGatewayCode,
  paymentGatewayImmutables,
} from './generated/payment-gateway.js'
import { planSpenderCode, planSpenderImmutables } from './generated/plan-spender.js'
import { signatureValidatorCode } from './generated/signature-validator.js'
import {
  spendPermissionManagerBytecode,
  spendPermissionManagerCode,
  spendPermissionManagerImmutables,
} from './generated/spend-permission-manager.js'
import {
  splitFactoryBytecode,
  splitFactoryCode,
  splitFactoryImmutables,
} from './generated/split-factory.js'
import {
  subscriptionChargerBytecode,
  subscriptionChargerCode,
  subscriptionChargerImmutables,
} from './generated/subscription-charger.js'

/** A contract with the runtime code that it has on every chain. */
type DeployedCode = { name: string; address: Address; code: Hex }

/** A contract that is deployed once per chain, and the contract that it creates then: mostly, one to clone. */
export type Contract = DeployedCode & { initCode: Hex; implementation: DeployedCode }

/** Runtime code as compiled, with zeros at the offsets of its immutable address. */
type CompiledCode = { name: string; code: Hex; immutables: readonly number[] }

/** The CREATE2 deployer, at the same address on nearly every chain. */
export const deployer = knownAddress('0x4e59b44847b379578588920cA78FbF26c0B4956C')
export const deploymentSalt: Hex = `0x${'0'.repeat(64)}`

/** Creates split contracts. */
export const splitFactory = deployed(
  splitFactoryBytecode,
  { name: 'SplitFactory', code: splitFactoryCode, immutables: splitFactoryImmutables },
  { name: 'MerchantSplit', code: merchantSplitCode, immutables: [] },
)
/** Receives payments for receipts and owns their deposit addresses. */
export const paymentGateway = deployed(
  paymentGatewayBytecode,
  { name: 'PaymentGateway', code: paymentGatewayCode, immutables: paymentGatewayImmutables },
  { name: 'Deposit', code: depositCode, immutables: depositImmutables },
)
/** Holds the allowances of subscribers and verifies their signatures. */
export const spendPermissionManager = deployed(
  spendPermissionManagerBytecode,
  {
    name: 'SpendPermissionManager',
    code: spendPermissionManagerCode,
    immutables: spendPermissionManagerImmutables,
  },
  { name: 'SignatureValidator', code: signatureValidatorCode, immutables: [] },
)
/** Charges subscribers and creates the spenders of plans. */
export const subscriptionCharger = deployed(
  subscriptionChargerBytecode,
  {
    name: 'SubscriptionCharger',
    code: subscriptionChargerCode,
    immutables: subscriptionChargerImmutables,
  },
  { name: 'PlanSpender', code: planSpenderCode, immutables: planSpenderImmutables },
)

/** The implementation of every split clone. */
export const splitImplementation = splitFactory.implementation.address
/** The implementation of every used deposit address. */
export const depositImplementation = paymentGateway.implementation.address
/** The implementation of every plan's spender. */
export const spenderImplementation = subscriptionCharger.implementation.address

/** Multicall3, which bundles calls. We do not deploy it: nearly every chain has it at this address. */
export const multicall3 = knownAddress('0xcA11bde05977b3631167028862bE2a173976CA11')

/** All contracts of ours that a chain needs before it can receive payments. */
export const contracts: readonly Contract[] = [
  splitFactory,
  paymentGateway,
  spendPermissionManager,
  subscriptionCharger,
]

/**
 * The creation code determines the address, so it is the same on every chain. The contract creates its implementation
 * first, and each of the two may hold the address of the other.
 */
function deployed(initCode: Hex, own: CompiledCode, child: CompiledCode): Contract {
  const address = create2Address({ deployer, salt: deploymentSalt, initCode })
  const childAddress = firstChildAddress(address)
  return {
    name: own.name,
    address,
    initCode,
    code: withImmutable(own, childAddress),
    implementation: {
      name: child.name,
      address: childAddress,
      code: withImmutable(child, address),
    },
  }
}

function withImmutable({ code, immutables }: CompiledCode, value: Address): Hex {
  const word = value.slice(2).padStart(64, '0')
  const filled = immutables.reduce((text, offset) => {
    const start = 2 + 2 * offset
    return `${text.slice(0, start)}${word}${text.slice(start + word.length)}`
  }, code as string)
  return filled as Hex
}
