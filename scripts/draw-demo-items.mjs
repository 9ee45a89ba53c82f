// Renders the drawings of the demo catalog to the images of its items, and those of several items to
// the cover of their shop. Run it when a drawing changes: node scripts/draw-demo-items.mjs. It needs Chromium. Set CHROMIUM to use another binary.
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
const maxItemBytes = 12_000
const maxCoverBytes = 30_000
/** The drawings on the covers of the demo shops. */
const covers = {
  'cover-notch-and-bean': ['coffee-3', 'coffee-2', 'coffee-1', 'coffee-4'],
  'cover-hazel-paper': ['note-1', 'ink-1', 'note-2', 'ink-2'],
}
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
  for (const name of names) writePicture(name, pictures.get(name), maxItemBytes)
  for (const name of Object.keys(covers)) writePicture(name, pictures.get(name), maxCoverBytes)
} finally {
  rmSync(workDir, { recursive: true, force: true })
}

function pageFor(names) {
  const drawings = names.map((name) => `<img alt="${name}" src="${urlOf(readDrawing(name))}">`)
  const script = `(${drawAll})(${sidePixels}, ${quality}, ${JSON.stringify(describeCovers())})`
  return `<!doctype html><body>${drawings.join('')}<script>${script}</script>`
}

function readDrawing(name) {
  return readFileSync(join(drawingsDir, `${name}.svg`), 'utf8')
}

function urlOf(svg) {
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}

/** Returns the wall, the table and the things of each cover, as the first of its drawings has them. */
function describeCovers() {
  const background = /<rect [^>]*fill="(#\w+)"\/>\s*/
  return Object.entries(covers).map(([name, drawings]) => {
    const [wall, table] = readDrawing(drawings[0]).matchAll(new RegExp(background, 'g'))
    const things = drawings.map((drawing) =>
      urlOf(readDrawing(drawing).replace(background, '').replace(background, '')),
    )
    return { name, wall: wall[1], table: table[1], things }
  })
}

/** Runs in the page, without access to this file. */
async function drawAll(side, quality, covers) {
  const { document, Image } = globalThis
  for (const drawing of document.querySelectorAll('img')) {
    await drawing.decode()
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    canvas.getContext('2d').drawImage(drawing, 0, 0, side, side)
    show(drawing.alt, canvas)
  }

  // Phones show the middle three quarters of its width, wide windows the middle of its height.
  for (const { name, wall, table, things } of covers) {
    const canvas = document.createElement('canvas')
    canvas.width = 1_200
    canvas.height = 300
    const pen = canvas.getContext('2d')
    pen.fillStyle = wall
    pen.fillRect(0, 0, 1_200, 300)
    pen.fillStyle = table
    pen.fillRect(0, 212, 1_200, 88)
    for (const [place, url] of things.entries()) {
      const thing = new Image()
      thing.src = url
      await thing.decode()
      pen.drawImage(thing, 176 + place * 212, 36, 224, 224)
    }
    show(name, canvas)
  }

  function show(name, canvas) {
    const picture = document.createElement('output')
    picture.id = name
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

function writePicture(name, picture, maxBytes) {
  if (!picture) throw new Error(`The browser returned no WebP image for ${name}.`)
  if (picture.length >= maxBytes)
    throw new Error(
      `${name} has ${picture.length} bytes, which is too large. Simplify the drawing.`,
    )

  writeFileSync(join(itemsDir, `${name}.webp`), picture)
  console.log(`Wrote ${name}.webp (${picture.length} bytes)`)
}
