import { createHash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { PosView } from '@tallystick/web/pos'
import { Type } from 'typebox'
import { anyone } from '../../auth/guards.js'
import type { Routes } from '../../platform/feature.js'
import { assetsPath, buildFolder, readAppAssets } from '../pages/app-assets.js'
import { readPublicFile, serveAssets } from '../pages/serve-assets.js'
import { servePage } from '../pages/serve-page.js'

type App = Parameters<Routes>[0]

const RegisterParams = Type.Object({ register: Type.String({ maxLength: 64 }) })
const TagParams = Type.Object({ code: Type.String({ maxLength: 16 }) })

const icons = ['pos-icon-192.png', 'pos-icon-512.png', 'pos-icon-maskable.png']

/** Paths of the pages as the service worker keeps them, whatever the register. */
const shellPaths = { register: '/pos/shell', display: '/pos/shell/display' }

/** Serves the point of sale, its customer display, and what makes it installable. */
export const posPageRoutes: Routes = async (app, { ctx }) => {
  const { mode } = ctx.config
  const render = async (screen: PosView['screen']) => {
    const { renderPosPage } = await import('@tallystick/web/pos')
    return renderPosPage({ screen, mode })
  }
  servePage(app, ctx, {
    path: '/pos/:register',
    params: RegisterParams,
    summary: 'Point of sale of a register',
    name: 'pos',
    render: () => render('register'),
    manifestOf: ({ url }) => `${pathOf(url)}/manifest.webmanifest`,
  })
  servePage(app, ctx, {
    path: '/pos/:register/display',
    params: RegisterParams,
    summary: 'Display of a register that faces the buyer',
    name: 'pos',
    render: () => render('display'),
  })
  servePage(app, ctx, {
    path: '/t/:code',
    params: TagParams,
    summary: 'Fixed address of the sale that waits at a register',
    name: 'pos',
    render: () => render('tag'),
  })
  serveManifest(app)
  serveWorker(app)
  serveAssets(app, icons)
}

function serveManifest(app: App): void {
  app.get(
    '/pos/:register/manifest.webmanifest',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'Web app manifest of a register',
        params: RegisterParams,
        response: { 200: { content: { 'application/manifest+json': { schema: Type.String() } } } },
      },
    },
    async (request, reply) => {
      const start = `/pos/${encodeURIComponent(request.params.register)}`
      return reply.type('application/manifest+json').send(JSON.stringify(manifestOf(start)))
    },
  )
}

function manifestOf(start: string) {
  const icon = (file: string, sizes: string, purpose: string) => ({
    src: `/assets/${file}`,
    sizes,
    type: 'image/png',
    purpose,
  })
  return {
    id: start,
    name: 'Tallystick point of sale',
    short_name: 'Register',
    start_url: start,
    scope: '/pos/',
    display: 'standalone',
    background_color: '#fbfaf7',
    theme_color: '#fbfaf7',
    icons: [
      icon('pos-icon-192.png', '192x192', 'any'),
      icon('pos-icon-512.png', '512x512', 'any'),
      icon('pos-icon-maskable.png', '512x512', 'maskable'),
    ],
  }
}

/** Serves the service worker with the list of files that it keeps. It changes with every build. */
function serveWorker(app: App): void {
  const { script, css } = readAppAssets('pos')
  const chunks = readdirSync(buildFolder('pos'))
    .filter((name) => name.endsWith('.js'))
    .map((name) => `${assetsPath('pos')}/${name}`)
    .toSorted()
  const shell = [...Object.values(shellPaths), ...chunks, '/assets/logo.svg']
  const build = createHash('sha256')
    .update([script, css, ...shell].join('\n'))
    .digest('hex')
    .slice(0, 16)
  const names = `const build = ${JSON.stringify(build)}\nconst shell = ${JSON.stringify(shell)}\n`
  const worker = names + readPublicFile('pos-worker.js')
  app.get(
    '/pos/worker.js',
    {
      config: { outage: 'unaffected', guard: anyone() },
      schema: {
        tags: ['pages'],
        summary: 'Service worker of the point of sale',
        response: { 200: { content: { 'text/javascript': { schema: Type.String() } } } },
      },
    },
    async (_request, reply) =>
      reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(worker),
  )
}

function pathOf(url: string): string {
  return new URL(url, 'http://localhost').pathname.replace(/\/+$/, '')
}
