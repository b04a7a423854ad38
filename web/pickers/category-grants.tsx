// Categories whose customers a person serves, and news categories that they may write in.
import { Tabs } from 'antd'
import { useState } from 'react'
import {
  getAdminLinkNewsCategoryTwoList,
  getCategoryIdTreeByLogName,
  getNotCategoryIdTreeByLogName,
  type NewsCategory,
  queryCategoryGrants,
  updateAdminLinkCategory,
  updateAdminLinkCategoryByProductId,
} from '#contract/authorisation/grants.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { TreeCheck, type TreeCheckNode } from '#web/kit/tree/tree-check.tsx'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { ChooseDialog } from './choose-dialog.tsx'
import { idsOf, isSameChoice, leafKeys, mergeGrants, newsChanges, newsChecks, toChecks } from './grant-tree.rules.ts'

const TREE_PX = 360

type Person = { id: string; realName: string; userName: string }
type Chosen = ReadonlySet<string>
type Loaded = {
  nodes: TreeCheckNode[]
  news: TreeCheckNode[]
  newsRows: NewsCategory[]
  before: { categories: Chosen; news: Chosen }
}

/** Read once: a refetch must not change the choice while it is edited. */
function useGrants(userId: string) {
  const [loaded, setLoaded] = useState<Loaded>()
  const once = { enabled: !loaded, staleTime: 0 }
  const granted = useCall(getCategoryIdTreeByLogName, { id: userId }, once)
  const others = useCall(getNotCategoryIdTreeByLogName, { id: userId }, once)
  const news = useCall(getAdminLinkNewsCategoryTwoList, { userId }, once)
  const reads = [granted, others, news]
  if (!loaded && granted.data && others.data && news.data && reads.every(({ isFetching }) => !isFetching)) {
    const newsRows = [...news.data.granted, ...news.data.available]
    setLoaded({
      nodes: toChecks(mergeGrants(granted.data, others.data)),
      news: newsChecks(newsRows),
      newsRows,
      before: {
        categories: new Set(leafKeys(granted.data)),
        news: new Set(news.data.granted.map(({ id }) => id)),
      },
    })
  }
  const error = reads.find((read) => read.error)?.error ?? null
  return { data: loaded, error, refetch: () => Promise.all(reads.map(({ refetch }) => refetch())) }
}

export function CategoryGrants({ user, onClosed }: { user: Person; onClosed: () => void }) {
  const read = useGrants(user.id)
  const loaded = read.data
  const [changed, setChanged] = useState<{ categories?: Chosen; news?: Chosen }>({})
  const [refusal, setRefusal] = useState<string>()
  const options = {
    guardMs: DIALOG_GUARD_MS,
    call: { hideErrorMsg: true },
    invalidates: [queryCategoryGrants, getCategoryIdTreeByLogName, getAdminLinkNewsCategoryTwoList],
    onRefusal: ({ msg }: { msg: string }) => setRefusal(msg),
  }
  const categories = useAct(updateAdminLinkCategory, options)
  const news = useAct(updateAdminLinkCategoryByProductId, options)

  const handleSave = async () => {
    if (!loaded) return false
    setRefusal(undefined)
    const { before, newsRows } = loaded
    if (changed.categories && !isSameChoice(before.categories, changed.categories)) {
      const body = { categoryIds: idsOf(changed.categories, 'C') }
      if ((await categories.run({ query: { id: user.id }, body })) === undefined) return false
    }
    for (const change of newsChanges(newsRows, before.news, changed.news ?? before.news)) {
      if ((await news.run({ userId: user.id, ...change })) === undefined) return false
    }
    notify.success('授权已保存')
    return true
  }
  const isChanged =
    loaded !== undefined &&
    !(
      isSameChoice(loaded.before.categories, changed.categories ?? loaded.before.categories) &&
      isSameChoice(loaded.before.news, changed.news ?? loaded.before.news)
    )
  return (
    <ChooseDialog
      title={`分类授权：${user.realName}（${user.userName}）`}
      read={read}
      isChanged={isChanged}
      isSaving={categories.pending || news.pending}
      refusal={refusal}
      onSave={handleSave}
      onClosed={onClosed}
    >
      {loaded && (
        <Tabs
          items={[
            {
              key: 'categories',
              label: '服务客户的分类',
              children: (
                <TreeCheck
                  label="分类"
                  searchText="搜索分类"
                  nodes={loaded.nodes}
                  value={changed.categories ?? loaded.before.categories}
                  onChange={(next) => setChanged({ ...changed, categories: next })}
                  height={TREE_PX}
                />
              ),
            },
            {
              key: 'news',
              label: '资讯分类',
              children: (
                <TreeCheck
                  label="资讯分类"
                  searchText="搜索产品或资讯分类"
                  nodes={loaded.news}
                  value={changed.news ?? loaded.before.news}
                  onChange={(next) => setChanged({ ...changed, news: next })}
                  height={TREE_PX}
                />
              ),
            },
          ]}
        />
      )}
    </ChooseDialog>
  )
}
