// The body of an article as stored.
import { BODY_MAX, BodyError, cleanBody } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { refuse } from '#server/core/http/refusal.ts'

/** Throws 400 at the field for nodes or marks that our editor never produces. */
export function cleaned(given: BodyNode, field = 'body'): BodyNode {
  if (JSON.stringify(given).length > BODY_MAX) throw refuse('tooLarge', { msg: '正文过长，请删减后再保存' })
  try {
    return cleanBody(given)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw refuse('invalid', { msg: error.message, data: { fields: [{ field, message: error.message }] } })
  }
}
