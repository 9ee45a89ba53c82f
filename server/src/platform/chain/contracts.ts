import { create2Address, firstChildAddress } from '../../lib/create2.js'
import { type Address, knownAddress, toWord } from '../../lib/hex.js'
import type { Hex } from './chain.js'
import { merchantSplitCode } from './generated/merchant-split.js'
import {
  depositCode,
  depositImmutables,
  paymentGatewayBytecode,
  paymentGatewayCode,
  paymentGatewayImmutables,
} from './generated/payment-gateway.js'
import {
  signatureValidatorCode,
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
  planSpenderCode,
  planSpenderImmutables,
  subscriptionChargerBytecode,
  subscriptionChargerCode,
  subscriptionChargerImmutables,
} from './generated/subscription-charger.js'

/** A contract with the runtime code that it has on every chain. */
type DeployedCode = { name: string; address: Address; code: Hex }

/** A contract deployed once per chain, and the contract that it creates, usually to be cloned. */
export type Contract = DeployedCode & { initCode: Hex; implementation: DeployedCode }

/** Runtime code as compiled, with zeros at the offsets of its immutable addresses. */
type CompiledCode = { name: string; code: Hex; immutables: readonly (readonly number[])[] }

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
/** Charges subscribers and creates the spenders of plans. Verifies shares in factory splits. */
export const subscriptionCharger = deployed(
  `${subscriptionChargerBytecode}${toWord(splitFactory.address)}`,
  {
    name: 'SubscriptionCharger',
    code: subscriptionChargerCode,
    immutables: subscriptionChargerImmutables,
  },
  { name: 'PlanSpender', code: planSpenderCode, immutables: planSpenderImmutables },
  [splitFactory.address],
)

/** The implementation of every split clone. */
export const splitImplementation = splitFactory.implementation.address
/** The implementation of every used deposit address. */
export const depositImplementation = paymentGateway.implementation.address
/** The implementation of every plan's spender. */
export const spenderImplementation = subscriptionCharger.implementation.address

/** Multicall3, which bundles calls. Nearly every chain has it at this address already. */
export const multicall3 = knownAddress('0xcA11bde05977b3631167028862bE2a173976CA11')

/** All contracts of ours that a chain needs before it can receive payments. */
export const contracts: readonly Contract[] = [
  splitFactory,
  paymentGateway,
  spendPermissionManager,
  subscriptionCharger,
]

/**
 * The creation code determines the address, so it is the same on every chain. The contract creates
 * its implementation first, and each of the two may hold the address of the other. `others` are the
 * further addresses that it holds.
 */
function deployed(
  initCode: Hex,
  compiled: CompiledCode,
  child: CompiledCode,
  others: readonly Address[] = [],
): Contract {
  const address = create2Address({ deployer, salt: deploymentSalt, initCode })
  const childAddress = firstChildAddress(address)
  return {
    name: compiled.name,
    address,
    initCode,
    code: withImmutables(compiled, [childAddress, ...others]),
    implementation: {
      name: child.name,
      address: childAddress,
      code: withImmutables(child, [address]),
    },
  }
}

function withImmutables({ code, immutables }: CompiledCode, values: readonly Address[]): Hex {
  let filled: string = code
  for (const [index, offsets] of immutables.entries()) {
    const value = values[index]
    if (!value) throw new Error('the code holds more addresses than are known')
    const word = toWord(value)
    for (const offset of offsets) {
      const start = 2 + 2 * offset
      filled = `${filled.slice(0, start)}${word}${filled.slice(start + word.length)}`
    }
  }
  return filled as Hex
}
