// Initial values of a new article.
import { expect, it } from 'vitest'
import { emptyBody } from '#contract/articles/body.ts'
import { askedArticle, newArticle } from './article-values.ts'
import { translatedFrom } from './translation.rules.ts'

const person = { realName: '王编辑', userName: 'editor' }

it('articles.md "Data": the author that readers see is the person’s name, or else the account’s', () => {
  expect(newArticle(person).author).toBe('王编辑')
  expect(newArticle({ ...person, realName: '' }).author).toBe('editor')
  expect(newArticle(null).author).toBe('')
})

it('articles.md "Language pair": a translation does not inherit the author of the Chinese text', () => {
  const newest = { author: '李作者', kind: 'daily', productIds: ['7'], channels: ['app'], body: emptyBody }
  expect({
    ...newArticle(person),
    ...translatedFrom({ newest } as never, { names: new Map(), terms: [] }),
  }).toMatchObject({
    author: '王编辑',
    productIds: ['7'],
    channels: [],
  })
})

it('takes kind and category from the address, ignoring invalid values', () => {
  expect(askedArticle(new URLSearchParams('kind=morning&newsCategoryId=12'))).toEqual({
    kind: 'morning',
    newsCategoryId: '12',
  })
  expect(askedArticle(new URLSearchParams('kind=x&newsCategoryId=-1'))).toEqual({})
})
