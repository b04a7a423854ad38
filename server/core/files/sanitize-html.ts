// sanitize-html with its parser and PostCSS: loaded with the first formatted text, since most starts never see one.
import { createRequire } from 'node:module'
import type sanitize from 'sanitize-html'

export type { IOptions } from 'sanitize-html'

const require = createRequire(import.meta.url)

export const sanitizeHtml = (html: string, options: sanitize.IOptions): string =>
  (require('sanitize-html') as typeof sanitize)(html, options)
