// Build of the server for use: its 1,300 modules in one file, which start in a third of the time. Development and tests run the sources.
import { dirname, join, relative, sep } from 'node:path'
import { defineConfig, normalizePath, type Plugin } from 'vite'

const root = join(import.meta.dirname, '..')
/** As ids of modules are written, also on Windows. */
const sources = `${normalizePath(join(root, 'server'))}/`
const outDir = join(root, 'build')

/** A module reads what lies beside its source there: in one file, `import.meta` is the same for all. */
const placesOfSources = (): Plugin => ({
  name: 'places-of-sources',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(sources) || !code.includes('import.meta.')) return null
    const pathTo = (place: string) => JSON.stringify(relative(outDir, place).replaceAll(sep, '/'))
    return {
      code: code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + "/" + ${pathTo(dirname(id))})`)
        .replaceAll('import.meta.url', `new URL(${pathTo(id)}, import.meta.url)`),
      map: null,
    }
  },
})

export default defineConfig({
  root,
  plugins: [placesOfSources()],
  // libraries stay where they are, in node_modules; but these two are 480 files, which a start would find one by one
  ssr: { noExternal: ['drizzle-orm', 'typebox'] },
  build: {
    ssr: 'server/process.ts',
    outDir,
    emptyOutDir: true,
    target: 'node24',
    // a stack trace names functions, and the file says of which source they are
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'server.js', chunkFileNames: '[name].js' } },
  },
})
