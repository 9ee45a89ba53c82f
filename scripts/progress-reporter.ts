import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { createProgress } from './test-progress.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The durations of the last run of each file. */
const durationsPath = fileURLToPath(new URL('../.cache/test-durations.json', import.meta.url))
const printEveryMs = 10_000

/** Prints the progress of a run and the time left, every ten seconds. */
export default class ProgressReporter implements Reporter {
  private vitest: Vitest | null = null
  private progress: ReturnType<typeof createProgress> | null = null
  private durations: Record<string, number> = {}
  private startTimes = new Map<string, number>()
  private timer: NodeJS.Timeout | undefined

  onInit(vitest: Vitest): void {
    this.vitest = vitest
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.durations = readDurations()
    const keys = specifications.map(({ project, moduleId }) => keyOf(project.name, moduleId))
    const startedAt = Date.now()
    this.progress = createProgress({ keys, durations: this.durations, startedAt })
    this.timer = setInterval(() => {
      this.vitest?.logger.log(this.progress?.describe(Date.now()))
    }, printEveryMs).unref()
  }

  onTestModuleQueued({ project, moduleId }: TestModule): void {
    this.startTimes.set(keyOf(project.name, moduleId), Date.now())
  }

  onTestModuleEnd(module: TestModule): void {
    const key = keyOf(module.project.name, module.moduleId)
    const startedAt = this.startTimes.get(key)
    if (startedAt !== undefined) this.durations[key] = Date.now() - startedAt
    this.progress?.end(key, { hasFailed: module.state() === 'failed' })
  }

  onTestRunEnd(): void {
    clearInterval(this.timer)
    mkdirSync(dirname(durationsPath), { recursive: true })
    writeFileSync(durationsPath, JSON.stringify(this.durations))
  }
}

function keyOf(project: string, moduleId: string): string {
  return `${project}:${relative(root, moduleId)}`
}

function readDurations(): Record<string, number> {
  try {
    return JSON.parse(readFileSync(durationsPath, 'utf8'))
  } catch {
    // The first run has no earlier one.
    return {}
  }
}
