import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Short files that take long. A first run sorts files by size, so these would run last. */
const long = [
  'test/authorization-matrix.test.ts',
  'store/store.test.ts',
  'jobs/kill-jobs.test.ts',
  'buyer/post-buyer-status.test.ts',
  'settlement/hostile.test.ts',
  'walk-throughs/walk-throughs.test.ts',
  'subscriptions/charging.test.ts',
  'subscriptions/charging-over-time.test.ts',
  'abuse/abuse.test.ts',
  'settlement/histories.test.ts',
  'webhooks/storm.test.ts',
  'webhooks/kill-webhooks.test.ts',
  'settlement/settlement.test.ts',
  'settlement/kill.test.ts',
  'outgoing/outgoing.test.ts',
  'round/send-round.test.ts',
  'anvil/start-anvil.test.ts',
  'outgoing/transaction-sender.test.ts',
  'payouts/flush.test.ts',
  'subscriptions/gas.test.ts',
  'split/sequence.test.ts',
  'gateway/sequence.test.ts',
  'fuzz/fuzz.test.ts',
  'e2e/going-live.test.ts',
  'e2e/start-and-stop.test.ts',
  'api/webhook-delivery.test.ts',
  'console/states.test.ts',
  'console/operator-tasks.test.ts',
  'console/developer-tasks.test.ts',
  'console/tasks.test.ts',
  'pos/charge.test.ts',
  'console/settings-tasks.test.ts',
  'pos/connection.test.ts',
  'pos/day.test.ts',
  'console/refund.test.ts',
  'shop/pages.test.ts',
  'pos/sales.test.ts',
  'pos/printing.test.ts',
  'portal/card-failures.test.ts',
  'shop/button.test.ts',
  'console/receipts.test.ts',
  'portal/pay-mishaps.test.ts',
  'portal/pay-by-wallet.test.ts',
  'portal/success-frame.test.ts',
  'portal/axe.test.ts',
  'portal/pay-refusals.test.ts',
  'portal/theme.test.ts',
  'portal/states.test.ts',
]

/** Projects run one after the other, because a worker that changes projects reloads all modules. */
const projects = ['server', 'contracts', 'sdk', 'scripts', 'web', 'e2e', 'portal']

/** They wait for services to start and stop, while unit tests use the CPU beside them. */
const first = ['e2e/chain.test.ts', 'e2e/crash.test.ts']

/** Starts the longest files first, so that all workers finish at about the same time. */
export class LongFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const rank = long.findIndex((path) => moduleId.endsWith(`/${path}`))
      return rank === -1 ? long.length : rank
    }
    const projectOf = ({ moduleId, project }: TestSpecification) =>
      first.some((path) => moduleId.endsWith(`/${path}`)) ? -1 : projects.indexOf(project.name)
    const sorted = await super.sort(files)
    return sorted
      .toSorted((a, b) => rankOf(a) - rankOf(b))
      .toSorted((a, b) => projectOf(a) - projectOf(b))
  }
}
