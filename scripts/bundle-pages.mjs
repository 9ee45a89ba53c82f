// Bundles the scripts and styles that browsers load, with one thread per core.
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
export const clientDir = join('web', 'dist', 'client')
const configFile = join(root, 'web', 'vite.config.ts')
/** It takes as long as all others, so it is the first. */
const largest = 'console'

/** Bundles each app on its own, so that a page inlines no other app's styles. */
export async function bundlePages() {
  const { importTypeScript } = await import('./bundle-programs.mjs')
  const [{ apps, widgets }] = await importTypeScript(['web/src/apps.ts'])
  const names = Object.keys(apps).sort((a, b) => Number(b === largest) - Number(a === largest))
  const bundles = [
    ...names.map((name) => ({ kind: 'app', name })),
    ...Object.keys(widgets).map((name) => ({ kind: 'widget', name })),
  ]
  const next = () => bundles.shift() ?? null
  await Promise.all([
    work(next),
    ...Array.from({ length: countThreads() }, () => startThread(next)),
  ])
}

/** One besides this one. More would wait for each other's memory more than they save. */
function countThreads() {
  return Math.min(availableParallelism() - 1, 1)
}

async function work(next) {
  for (let bundle = next(); bundle; bundle = next()) await bundlePage(bundle)
}

/** Gives another thread one bundle after the other. */
function startThread(next) {
  return new Promise((resolve, reject) => {
    const first = next()
    if (!first) return resolve()
    const thread = new Worker(fileURLToPath(import.meta.url), { workerData: first })
    thread.on('error', reject)
    thread.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`exited with ${code}`))))
    thread.on('message', () => thread.postMessage(next()))
  })
}

async function bundlePage({ kind, name }) {
  const vite = await import('vite')
  const outDir = join(root, clientDir, name)
  const sources = join(root, 'web', 'src', name)
  await vite.build(
    kind === 'app'
      ? {
          configFile,
          // Pages inline the styles, so addresses in them are absolute.
          base: `/assets/${name}/`,
          build: { outDir, rollupOptions: { input: { [name]: join(sources, 'main.tsx') } } },
        }
      : {
          configFile,
          build: {
            outDir,
            manifest: false,
            rollupOptions: {
              input: { [name]: join(sources, 'main.ts') },
              // Pages of other sites name these scripts, so their addresses never change.
              output: { entryFileNames: '[name].js' },
            },
          },
        },
  )
}

if (!isMainThread) {
  parentPort.on('message', async (bundle) => {
    if (!bundle) return parentPort.close()
    await bundlePage(bundle)
    parentPort.postMessage('done')
  })
  await bundlePage(workerData)
  parentPort.postMessage('done')
}
