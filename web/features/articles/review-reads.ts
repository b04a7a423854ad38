// Reads to invalidate after an act on an article or its review.
import { articleCalls } from '#contract/articles/articles.ts'
import { getArticleReview, listArticleComments, listArticleReviews } from '#contract/articles/reviews.ts'

export const reviewReads = [
  listArticleReviews,
  getArticleReview,
  listArticleComments,
  ...Object.values(articleCalls).flatMap(({ list, get }) => [list, get]),
]
