import { describeError } from './describe-error.js'
import { type Finding, problem, skipped } from './finding.js'
import type { DoctorContext, Section } from './section.js'
import { within } from './within.js'

/** A section with its findings. */
export type SectionResult = { title: string; findings: Finding[] }

const sectionWithinMs = 20_000

/**
 * Runs all sections at the same time, each within a time limit, and returns them in order. A
 * section that fails becomes a problem. Sections whose database or chain does not respond are
 * skipped, because another section reports it.
 */
export async function runSections(
  sections: readonly Section[],
  ctx: DoctorContext,
): Promise<SectionResult[]> {
  const isUp = {
    database: responds(() => ctx.db?.query('select 1')),
    chain: responds(() => ctx.chain?.findBlock('latest')),
  }
  return Promise.all(
    sections.map(async ({ title, needs = [], check }) => {
      for (const part of needs) {
        if (await isUp[part]) continue
        return { title, findings: [skipped(`Not checked, because the ${part} does not respond.`)] }
      }
      return { title, findings: await runSection(title, async () => check(ctx)) }
    }),
  )
}

async function runSection(title: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await within(sectionWithinMs, check())
  } catch (error) {
    const message = `${title} could not be checked: ${describeError(error)}.`
    return [problem(message, 'Run the command again. If it persists, report it.')]
  }
}

async function responds(ask: () => Promise<unknown> | undefined): Promise<boolean> {
  try {
    return (await within(sectionWithinMs, Promise.resolve(ask()))) !== undefined
  } catch {
    return false
  }
}
