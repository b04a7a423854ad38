// Where the contents of files lie: below DATA_DIR/files, or in S3-compatible storage where that is configured. Contents
// are named by their SHA-256 and never change, so putting one twice is the same as once.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '#server/config.ts'
import { type Contents, MissingContent } from './storage-contents.ts'
import { s3Name, s3Storage } from './storage-s3.ts'

export type Storage = Contents & {
  /** The path of a file that does not exist yet, on the same disk as the contents. */
  newPath: () => Promise<string>
  /** Names where the contents lie: processes with the same name share them. */
  identity: () => Promise<string>
  /** Takes away what uploads that broke off have left, older than this, ms. @returns how many */
  sweep: (ageMs: number) => Promise<number>
}

/** A rename is durable once the directory is. Windows has no such thing. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

function localContents(root: string): Contents {
  const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)
  return {
    put: async (sha256, path) => {
      const target = pathOf(sha256)
      const isNew = await mkdir(dirname(target), { recursive: true })
      await rename(path, target)
      await syncDirectory(dirname(target))
      if (isNew) await syncDirectory(root)
    },
    read: async (sha256, range) => {
      // opened before anything is answered: content that is missing is an error, not a reply that breaks off
      const file = await open(pathOf(sha256)).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new MissingContent(sha256) : error
      })
      return createReadStream('', { fd: file, ...range })
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  }
}

/** The name that the first process wrote into the folder. */
async function nameOfFolder(root: string): Promise<string> {
  const path = join(root, '.storage')
  await mkdir(root, { recursive: true })
  await writeFile(path, randomBytes(16).toString('hex'), { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  return readFile(path, 'utf8')
}

function openStorage(config: Config): Storage {
  const root = join(config.dataDir, 'files')
  const incoming = join(root, 'incoming')
  return {
    ...(config.s3 ? s3Storage(config.s3) : localContents(root)),
    identity: () => (config.s3 ? Promise.resolve(s3Name(config.s3)) : nameOfFolder(root)),
    newPath: async () => {
      await mkdir(incoming, { recursive: true })
      return join(incoming, randomBytes(12).toString('hex'))
    },
    sweep: async (ageMs) => {
      const names = await readdir(incoming).catch(() => [])
      let swept = 0
      for (const name of names) {
        const path = join(incoming, name)
        const found = await stat(path).catch(() => null)
        if (!found || Date.now() - found.mtimeMs < ageMs) continue
        await rm(path, { force: true })
        swept += 1
      }
      return swept
    },
  }
}

const opened = new WeakMap<Config, Storage>()

export function storageOf(config: Config): Storage {
  let storage = opened.get(config)
  if (!storage) {
    storage = openStorage(config)
    opened.set(config, storage)
  }
  return storage
}
