// Renders the drawings of the demo catalog to the images of its items. Run it when a drawing
// changes: node scripts/draw-demo-items.mjs. It needs Chromium. Set CHROMIUM to use another binary.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const itemsDir = join(root, 'server', 'data', 'demo-items')
const drawingsDir = join(itemsDir, 'drawings')
const browser = process.env.CHROMIUM ?? '/usr/bin/chromium'

const sidePixels = 480
const quality = 0.85
// Responses contain the images as data URIs, so a large one slows down every list.
const maxBytes = 12_000
const browserTimeoutMs = 120_000

const names = readdirSync(drawingsDir)
  .filter((file) => file.endsWith('.svg'))
  .map((file) => basename(file, '.svg'))
  .toSorted()

// One page renders all drawings, because starting the browser takes far longer.
const workDir = mkdtempSync(join(tmpdir(), 'demo-items-'))
try {
  const page = join(workDir, 'page.html')
  writeFileSync(page, pageFor(names))
  const pictures = readPictures(openPage(page))
  for (const name of names) writePicture(name, pictures.get(name))
} finally {
  rmSync(workDir, { recursive: true, force: true })
}

function pageFor(names) {
  const drawings = names.map((name) => {
    const svg = readFileSync(join(drawingsDir, `${name}.svg`)).toString('base64')
    return `<img alt="${name}" src="data:image/svg+xml;base64,${svg}">`
  })
  return `<!doctype html><body>${drawings.join('')}<script>(${drawAll})(${sidePixels}, ${quality})</script>`
}

/** Runs in the page, without access to this file. */
async function drawAll(side, quality) {
  const { document } = globalThis
  for (const drawing of document.querySelectorAll('img')) {
    await drawing.decode()
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    canvas.getContext('2d').drawImage(drawing, 0, 0, side, side)

    const picture = document.createElement('output')
    picture.id = drawing.alt
    picture.textContent = canvas.toDataURL('image/webp', quality)
    document.body.append(picture)
  }
}

function openPage(page) {
  const flags = [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    '--disable-background-networking',
    '--virtual-time-budget=5000',
    `--user-data-dir=${join(workDir, 'profile')}`,
    '--dump-dom',
  ]
  return execFileSync(browser, [...flags, pathToFileURL(page).href], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: browserTimeoutMs,
  })
}

function readPictures(dom) {
  const outputs = dom.matchAll(/<output id="([^"]+)">data:image\/webp;base64,([^<]+)<\/output>/g)
  return new Map([...outputs].map(([, name, base64]) => [name, Buffer.from(base64, 'base64')]))
}

function writePicture(name, picture) {
  if (!picture) throw new Error(`The browser returned no WebP image for ${name}.`)
  if (picture.length >= maxBytes)
    throw new Error(
      `${name} has ${picture.length} bytes, which is too large. Simplify the drawing.`,
    )

  writeFileSync(join(itemsDir, `${name}.webp`), picture)
  console.log(`Wrote ${name}.webp (${picture.length} bytes)`)
}
