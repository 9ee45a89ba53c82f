import { randomBytes } from 'node:crypto'
import { AppError, assertNever } from '../../../lib/errors.js'
import { type Address, type Hash, knownAddress } from '../../../lib/hex.js'
import { toUnixSeconds } from '../../../lib/time.js'
import { spendPermissionManager } from '../../../platform/chain/contracts.js'
import { permissionHashOf, type SpendPermission } from '../../../platform/chain/permission-hash.js'
import type { Sandbox } from '../../../platform/clock/sandbox-clock.js'
import type { Context } from '../../../platform/context.js'
import { createSubscription } from '../../subscriptions/lifecycle/create-subscription.js'
import { getSubscription } from '../../subscriptions/lifecycle/get-subscription.js'
import { listPlans } from '../../subscriptions/plans/list-plans.js'
import { type BillingPlan, describePlan } from '../../subscriptions/plans/plan.js'
import type { Subscription } from '../../subscriptions/subscription.js'
import { requireChainUrl } from '../send-transaction.js'
import type {
  CustomerScenario,
  NewCustomerScenario,
  SubscriberScenario,
} from './read-customer-scenario.js'
import { createTestCustomer, type TestCustomer } from './test-customer.js'

type SimulatedCustomer = { subscription: Subscription; transactionHashes: Hash[] }

type Input<Scenario> = { sandbox: Sandbox; merchant: Address } & Scenario

const yearSeconds = 31_536_000
/** A customer has money for this many charges. */
const fundedCharges = 1_000n

/**
 * Subscribes a new test customer to a plan, or changes what the customer of a subscription has, by
 * transactions on the sandbox chain. Charges then succeed or fail as they would with real money.
 *
 * @throws {AppError} `invalid_input`, `not_found`, `chain_unavailable`.
 */
export async function simulateCustomer(
  ctx: Context,
  input: Input<CustomerScenario>,
): Promise<SimulatedCustomer> {
  return 'planId' in input ? subscribe(ctx, input) : changeCustomer(ctx, input)
}

/** Prepares the wallet before it subscribes, because the first charge follows at once. */
async function subscribe(
  ctx: Context,
  { sandbox, merchant, planId, scenario }: Input<{ planId: string; scenario: NewCustomerScenario }>,
): Promise<SimulatedCustomer> {
  const url = requireChainUrl(sandbox)
  const plan = (await listPlans(ctx, { merchant, isOwn: true })).find(({ id }) => id === planId)
  if (!plan) throw new AppError('not_found', 'You have no active plan with this id.')
  const { generatePrivateKey, privateKeyToAccount } = await import('viem/accounts')
  const account = privateKeyToAccount(generatePrivateKey())
  const wallet = knownAddress(account.address)
  const { token, manager, priceUnits } = plan.version
  const customer = await createTestCustomer({ url, mutex: ctx.mutex }, { wallet, token, manager })
  const transactionHashes: Hash[] = []
  const units = priceUnits * fundedCharges
  if (scenario !== 'no_balance') transactionHashes.push(await customer.fund(units))
  if (scenario !== 'no_allowance') transactionHashes.push(await customer.approve(units))

  const permission = permissionFor(ctx, { plan, wallet, endsSoon: scenario === 'expired' })
  const subscription = await createSubscription(ctx, {
    body: {
      planId,
      customerWallet: wallet,
      permissionSignature: await account.sign({ hash: permissionHashOf(plan.version, permission) }),
      permissionData: {
        ...permission,
        allowance: String(permission.allowance),
        salt: String(permission.salt),
      },
    },
    // A key signs, so no contract wallet is called.
    runContractCheck: (check) => check(),
    countNew: async () => {},
  })
  return { subscription, transactionHashes }
}

/** Returns the permission that the plan demands. It covers ten years, or only the first period. */
function permissionFor(
  ctx: Context,
  { plan, wallet, endsSoon }: { plan: BillingPlan; wallet: Address; endsSoon: boolean },
): SpendPermission {
  const { spender, token, priceUnits, periodSeconds } = plan.version
  const start = describePlan(plan, ctx.now()).permission.start ?? toUnixSeconds(ctx.now())
  return {
    account: wallet,
    spender,
    token,
    allowance: priceUnits,
    period: periodSeconds,
    start,
    end: start + (endsSoon ? periodSeconds : 10 * yearSeconds),
    salt: BigInt(`0x${randomBytes(32).toString('hex')}`),
    extraData: '0x',
  }
}

async function changeCustomer(
  ctx: Context,
  input: Input<{ subscriptionId: string; scenario: SubscriberScenario }>,
): Promise<SimulatedCustomer> {
  const { sandbox, merchant, subscriptionId, scenario } = input
  const url = requireChainUrl(sandbox)
  const subscription = await getSubscription(ctx, subscriptionId)
  if (subscription.merchant !== merchant) {
    throw new AppError('not_found', 'You have no subscription with this id.')
  }
  const { account: wallet, token } = subscription.permission
  const customer = await createTestCustomer(
    { url, mutex: ctx.mutex },
    { wallet, token, manager: spendPermissionManager.address },
  )
  const transactionHashes = await applyScenario(customer, { subscription, scenario })
  return { subscription, transactionHashes }
}

async function applyScenario(
  customer: TestCustomer,
  { subscription, scenario }: { subscription: Subscription; scenario: SubscriberScenario },
): Promise<Hash[]> {
  const { permission } = subscription
  const units = permission.allowance * fundedCharges
  switch (scenario) {
    case 'no_balance':
      return [await customer.spendAll()]
    case 'no_allowance':
      return [await customer.approve(0n)]
    case 'revoked':
      return [await customer.revoke(permission)]
    case 'restored':
      return [await customer.fund(units), await customer.approve(units)]
    default:
      return assertNever(scenario)
  }
}
