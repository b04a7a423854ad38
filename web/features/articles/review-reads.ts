// What shows articles and their reviews: asked anew after an act on either.
import { articleCalls } from '../../../contract/articles/articles.ts'
import { getArticleReview, listArticleComments, listArticleReviews } from '../../../contract/articles/reviews.ts'

export const reviewReads = [
  listArticleReviews,
  getArticleReview,
  listArticleComments,
  ...Object.values(articleCalls).flatMap(({ list, get }) => [list, get]),
]
