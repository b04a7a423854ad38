// The text of news: a body of the house's editor without what is bound to prices, which only articles keep up to date.
import { blocks, boundMarks } from '#contract/articles/blocks.ts'
import { htmlOf } from '#contract/articles/body.ts'
import type { BodyNode } from '#contract/articles/nodes.ts'
import { type CleanText, cleanRichText } from '#server/core/files/rich-text.ts'
import { checkFields } from '#server/core/http/refusal.ts'
import { cleaned } from '#server/features/articles/body.rules.ts'

function isBound({ type, marks = [], content = [] }: BodyNode): boolean {
  return (
    Object.hasOwn(blocks, type) || marks.some((mark) => Object.hasOwn(boundMarks, mark.type)) || content.some(isBound)
  )
}

/** Throws 400 for what our editor never produces, for what is bound to prices, and for an empty text. */
export function newsText(given: BodyNode): CleanText & { body: BodyNode } {
  const body = cleaned(given)
  checkFields({ body: isBound(body) ? '会议新闻的正文不能含有引用的价格、价格表或走势图' : null })
  const text = cleanRichText(htmlOf(body))
  checkFields({ body: text.text === '' && text.fileIds.length === 0 ? '请输入正文' : null })
  return { ...text, body }
}
