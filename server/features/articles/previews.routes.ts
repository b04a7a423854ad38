// Routes for previews of an unsaved article, as the open call would deliver it.
import { editions } from '#contract/articles/article-labels.ts'
import { htmlOf } from '#contract/articles/body.ts'
import { articlePreviews } from '#contract/articles/previews.ts'
import { linkTo } from '#server/core/files/files.ts'
import { cleanRichText, showRichText } from '#server/core/files/rich-text.ts'
import { serve } from '#server/core/http/serve.ts'
import { withDrawings } from './charts.queries.ts'
import { filesOfForm, previewed } from './previews.queries.ts'

export const routes = editions.map((edition) =>
  serve(
    articlePreviews[edition].site,
    async ({ body: given, files, core, db, actor }) => {
      const { coverId } = given
      const { body, attachments } = await previewed({ db, actor, files }, edition, given)
      const { body: drawn, pictures } = withDrawings(body)
      // the same steps as a save and then the open call
      const html = showRichText(core, cleanRichText(htmlOf(drawn)).html, actor, pictures)
      return {
        html,
        coverUrl: coverId === null ? '' : linkTo(core, coverId, actor),
        attachments: attachments.map(({ id, name }) => ({ id, name, url: linkTo(core, id, actor) })),
      }
    },
    { filesOf: filesOfForm },
  ),
)
