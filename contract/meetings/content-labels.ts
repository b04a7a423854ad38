// Words of the contents of a meeting's page: its news, its carousel and its pictures.

export const newsStates = ['draft', 'pending', 'published', 'takenDown'] as const
export type NewsState = (typeof newsStates)[number]
export const newsStateLabels: Record<NewsState, string> = {
  draft: '草稿',
  pending: '待审核',
  published: '已发布',
  takenDown: '已下架',
}

export const imageKinds = ['carousel', 'picture'] as const
export type ImageKind = (typeof imageKinds)[number]
export const imageKindLabels: Record<ImageKind, string> = { carousel: '轮播图', picture: '会议图片' }

/** Maximum of each kind at one meeting. */
export const IMAGES_MAX: Record<ImageKind, number> = { carousel: 20, picture: 200 }

/** Maximum of news of one meeting. */
export const NEWS_MAX = 200
