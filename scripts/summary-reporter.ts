import { writeFileSync } from 'node:fs'
import type { Reporter, TestCase, TestModule, Vitest } from 'vitest/node'

/** Writes the counts of a run and its failed files, which `test.mjs` reads, or prints the counts. */
export default class SummaryReporter implements Reporter {
  private vitest: Vitest | null = null

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: 0, skipped: 0 }
    const failedFiles: { path: string; isRepeatable: boolean }[] = []
    for (const module of modules) {
      // A file that failed to load has no tests to count.
      if (module.errors().length > 0) counts.failed += 1
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state !== 'pending' && !this.isLeftOut(test)) counts[state] += 1
      }
      if (module.ok()) continue
      failedFiles.push({ path: module.moduleId, isRepeatable: !hasCounterexample(module) })
    }
    const path = process.env['TEST_SUMMARY']
    if (path) {
      writeFileSync(path, JSON.stringify({ counts, failedFiles, hasErrors: errors.length > 0 }))
      return
    }
    // Prints after the last lines of the default reporter.
    process.on('exit', () => {
      console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`)
    })
  }

  /** Returns whether a test belongs to the other one of `npm test` and `npm run test:slow`. */
  private isLeftOut({ tags }: TestCase): boolean {
    const [filter] = this.vitest?.config.tagsFilter ?? []
    return filter !== undefined && tags.includes('slow') !== (filter === 'slow')
  }
}

/** A counterexample is a defect, even if another seed does not find it again. */
function hasCounterexample(module: TestModule): boolean {
  return [...module.children.allTests()].some((test) =>
    test.result().errors?.some(({ message }) => message.includes('Property failed after')),
  )
}
