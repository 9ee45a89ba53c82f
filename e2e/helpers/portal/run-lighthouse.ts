import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from '../browser.js'

const execute = promisify(execFile)

/** Too large to be a dependency of the project, and needed by one test only. */
const lighthouse = 'lighthouse@12.8.2'
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const

/** The metrics that decide the performance. */
const metrics = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'speed-index',
  'total-blocking-time',
  'cumulative-layout-shift',
] as const

/** A score of 0 to 100 per category. */
export type Scores = Record<(typeof categories)[number], number>

/** The load of a page on Lighthouse's slow phone. */
type Load = {
  scores: Scores
  /** As Lighthouse writes them, such as "1.1 s". */
  metrics: string[]
  failed: string[]
}

export type Lighthouse = {
  run(url: string): Promise<Load>
  remove(): void
}

type Audit = {
  id: string
  score: number | null
  scoreDisplayMode: string
  displayValue?: string
}

type Report = {
  categories: Record<string, { score: number | null }>
  audits: Record<string, Audit>
}

/** Installs Lighthouse in a folder of its own. */
export async function installLighthouse(): Promise<Lighthouse> {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-lighthouse-'))
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  await execute('npm', ['install', '--no-audit', '--no-fund', lighthouse], { cwd: folder })
  const program = join(folder, 'node_modules', 'lighthouse', 'cli', 'index.js')
  const options = [
    '--quiet',
    '--output=json',
    '--chrome-flags=--headless --no-sandbox --disable-gpu',
    `--only-categories=${categories.join(',')}`,
  ]
  return {
    async run(url) {
      const env = { ...process.env, CHROME_PATH: findChromium() }
      const { stdout } = await execute(process.execPath, [program, url, ...options], {
        cwd: folder,
        env,
        maxBuffer: 2 ** 26,
      })
      return readReport(JSON.parse(stdout) as Report)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function readReport(report: Report): Load {
  const scores = categories.map((name) => [
    name,
    Math.round((report.categories[name]?.score ?? 0) * 100),
  ])
  const failed = Object.values(report.audits)
    .filter(({ score, scoreDisplayMode }) => scoreDisplayMode === 'binary' && score === 0)
    .map(({ id }) => id)
  return {
    scores: Object.fromEntries(scores) as Scores,
    metrics: metrics.map((name) => `${name} ${report.audits[name]?.displayValue}`),
    failed,
  }
}
