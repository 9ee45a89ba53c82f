import type { TestSpecification } from 'vitest/node'
import { BaseSequencer } from 'vitest/node'

/** Few lines that take long: by their size, which is all that is known at first, they would come last and alone. */
const long = [
  'e2e/chain.test.ts',
  'e2e/crash.test.ts',
  'settlement/histories.test.ts',
  'webhooks/storm.test.ts',
  'webhooks/kill-webhooks.test.ts',
  'settlement/settlement.test.ts',
  'settlement/kill.test.ts',
  'outgoing/outgoing.test.ts',
  'outgoing/send-round.test.ts',
  'split/sequence.test.ts',
  'gateway/sequence.test.ts',
  'test/fuzz.test.ts',
  'e2e/start-and-stop.test.ts',
  'spec/6-events.test.ts',
  'portal/pay-mishaps.test.ts',
  'portal/pay-by-wallet.test.ts',
  'portal/success-frame.test.ts',
  'portal/axe.test.ts',
  'portal/pay-refusals.test.ts',
  'portal/theme.test.ts',
  'portal/states.test.ts',
]

/** One after the other: a worker that goes from one to another loads everything anew. */
const projects = ['e2e', 'portal', 'server', 'contracts', 'sdk', 'web']

/** Begins with the longest, so that all workers end at about the same time. */
export class LongFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const placeOf = ({ moduleId }: TestSpecification) => {
      const place = long.findIndex((path) => moduleId.endsWith(`/${path}`))
      return place === -1 ? long.length : place
    }
    const projectOf = ({ project }: TestSpecification) => projects.indexOf(project.name)
    const sorted = await super.sort(files)
    return sorted
      .toSorted((one, other) => placeOf(one) - placeOf(other))
      .toSorted((one, other) => projectOf(one) - projectOf(other))
  }
}
