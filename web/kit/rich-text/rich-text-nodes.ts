// The nodes of a text that was typed in the editor, as contract/articles/body.ts stores them.
import { generateJSON } from '@tiptap/core'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { extensionsWith } from './rich-text-schema.ts'

export const nodesOf = (html: string): BodyNode => generateJSON(html, extensionsWith('')) as BodyNode
