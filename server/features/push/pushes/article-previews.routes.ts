// An article that is not saved, in the mail of a push: its part of the mail is what a push would send.
import { editions } from '#contract/articles/article-labels.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { dayOf } from '#contract/days.ts'
import { serve } from '#server/core/http/serve.ts'
import { filesOfForm, previewed } from '#server/features/articles/previews.queries.ts'
import { senderOf } from './contents.queries.ts'
import { filesOf, shownTo } from './mails.ts'
import { renderPush } from './rendering.ts'

export const routes = editions.map((edition) =>
  serve(
    articlePreviews[edition].mail,
    async ({ body: given, files: named, core, db, actor }) => {
      const { body, attachments } = await previewed({ db, actor, files: named }, edition, given)
      const { title, summary, author, source } = given
      const article = {
        id: '0',
        versionId: '0',
        day: dayOf(Date.now()),
        body,
        attachmentIds: attachments.map(({ id }) => id),
        title,
        summary: summary.trim(),
        author,
        source,
      }
      const [sender, files] = [await senderOf(db, actor.id), await filesOf(db, [], [article])]
      const push = { subject: '（邮件主题）', text: '（推送的正文）', chartDays: 0, items: [], isTracked: false }
      const drawn = renderPush({ ...push, articles: [article], corrected: null, files, sender })
      const shown = { ...drawn, items: [], articles: [article], sender, attachmentIds: [] }
      // fields are the recipient's: a preview has none to fill in
      return shownTo(core, shown, {})
    },
    { filesOf: filesOfForm },
  ),
)
