// What the area of articles registers with the application.
import { routes as acts } from './article-acts.routes.ts'
import { articlesExports } from './article-sheets.ts'
import { routes as written } from './articles.routes.ts'
import { routes as newsCategories } from './news-categories.routes.ts'
import { articleReviewCause } from './notices.ts'
import { routes as openArticles } from './open-articles.routes.ts'
import { routes as previews } from './previews.routes.ts'
import { publishAtMinute, takeDownAtMinute } from './publications.acts.ts'
import { routes as refilled } from './refill.routes.ts'
import { routes as reviews } from './reviews/reviews.routes.ts'
import { routes as standards } from './standards.routes.ts'
import { routes as templates } from './templates.routes.ts'
import { routes as terms } from './terms.routes.ts'

export const articles = {
  routes: [
    ...written,
    ...previews,
    ...acts,
    ...reviews,
    ...openArticles,
    ...newsCategories,
    ...templates,
    ...refilled,
    ...terms,
    ...standards,
  ],
  sheets: articlesExports,
  causes: [articleReviewCause],
  jobs: [publishAtMinute, takeDownAtMinute],
}
