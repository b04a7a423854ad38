// The article editor, for four routes. Saving keeps the page open; each save adds a version.

import type { Editor as TextEditor } from '@tiptap/react'
import { Button, Form, Input, Space } from 'antd'
import { useReducer, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSearchParams } from 'react-router'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { type Article, articleCalls } from '#contract/articles/articles.ts'
import { appended, standingBindings } from '#contract/articles/bound-fields.ts'
import { findStandard } from '#contract/articles/standards.ts'
import { FIGURES } from '#contract/articles/submission-rules.ts'
import { errors } from '#contract/errors.ts'
import { Can, useIsAllowed } from '#web/kit/can.tsx'
import { showRefusal } from '#web/kit/dialog/show-refusal.ts'
import { Field } from '#web/kit/form/field.tsx'
import { fieldErrorsOf } from '#web/kit/form/field-rules.ts'
import { FormPage } from '#web/kit/form/form-page.tsx'
import { type EditorProps, RowForm } from '#web/kit/form/row-form.tsx'
import { isChangedFrom } from '#web/kit/form/use-draft.rules.ts'
import type { Refusal } from '#web/lib/call.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useLeavePage } from '#web/lib/leave-page.ts'
import { usePresence } from '#web/lib/live/presence.ts'
import { newKey } from '#web/lib/new-key.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { useSession } from '#web/lib/session/session.ts'
import { reviewReads } from '../review-reads.ts'
import { AiButtons, AiPanel } from './ai-panel.tsx'
import { ArticleBody, type BodyFollowers } from './article-body.tsx'
import { ArticleConflict, type Clash } from './article-conflict.tsx'
import { ArticleFields } from './article-fields.tsx'
import {
  type ArticleValues,
  askedArticle,
  type Base,
  baseOf,
  contentOf,
  newArticle,
  places,
  valuesOf,
} from './article-values.ts'
import { BoundNote } from './bound-note.tsx'
import { CaptionTool } from './caption-tool.tsx'
import { ChannelPreview } from './channel-preview.tsx'
import { EditorNotices, newerThan, PairAhead, useStanding } from './editor-notices.tsx'
import { EnglishButton } from './english-button.tsx'
import { FigureCheck } from './figure-check.tsx'
import { FindBar } from './find-bar.tsx'
import { find, showPassage } from './find-replace.ts'
import { PairPanel } from './pair-panel.tsx'
import { PriceButton } from './price-insert.tsx'
import { RecoveryBar } from './recovery-bar.tsx'
import { RefillButton } from './refill-button.tsx'
import { RemarksPanel } from './remarks-panel.tsx'
import { Standards } from './standards-list.tsx'
import { TemplateFill } from './template-fill.tsx'
import { TermTool } from './term-tool.tsx'
import { Translation } from './translation.tsx'
import { useAutosave } from './use-autosave.ts'
import { useSubmission } from './use-submission.ts'
import { useVariants } from './use-variants.ts'
import { VersionsDrawer } from './versions-drawer.tsx'
import './article-editor.css'

const nothing: readonly string[] = []
const besidePanel: readonly string[] = ['title', 'subtitle', 'summary', 'body']
type Open = 'preview' | 'versions' | 'template' | 'figures'
type Panel = 'pair' | 'remarks'

/** `source`: for a new English article, the Chinese one that it translates, with its initial values. */
type OwnProps = EditorProps<Article> & { edition: Edition; source?: Article; translated?: Partial<ArticleValues> }

function Editor({ edition, stored, source, translated, onCancel, onTakeTheirs }: OwnProps) {
  const calls = articleCalls[edition]
  const [form] = Form.useForm<ArticleValues>()
  const [address] = useSearchParams()
  const leave = useLeavePage()
  const session = useSession()
  const [initial] = useState(() =>
    stored ? valuesOf(stored.newest) : { ...newArticle(session), ...askedArticle(address), ...translated },
  )
  const base = useRef<Base | undefined>(stored && baseOf(stored))
  const origin = useRef<{ templateVersionId: string } | undefined>(undefined)
  const people = usePresence(stored?.id, 'edit').filter(({ userId }) => userId !== session?.user_id)
  const [isBusy, setBusy] = useState(false)
  const [open, setOpen] = useState<Open>()
  const [panel, setPanel] = useState<Panel | undefined>(source && 'pair')
  const ai = useVariants(edition, stored?.id)
  const isCovered = panel !== undefined || ai.button !== undefined
  const text = useRef<TextEditor>(undefined)
  const [followers] = useState<BodyFollowers>(() => new Set())
  const showQuote = (quote: string) => {
    if (text.current && !showPassage(text.current, quote)) notify.info('正文中已没有这段文字')
  }
  const closePanel = () => {
    if (text.current) find(text.current, '')
    setPanel(undefined)
    ai.close()
  }
  const [edited, setEdited] = useState(stored?.newest)
  const [clash, setClash] = useState<{ clash: Clash; theirs: Article }>()
  const standing = useStanding(calls, stored)
  const [pairUpToId, setPairUpToId] = useState<string>()
  const kind = Form.useWatch('kind', form) ?? initial.kind
  const newsCategoryId = Form.useWatch('newsCategoryId', form) ?? null
  const [productId] = Form.useWatch('productIds', form) ?? initial.productIds
  const valuesNow = (): ArticleValues => ({ ...initial, ...form.getFieldsValue(true) })
  const { data: standard = null } = useCall(findStandard, { edition, newsCategoryId, kind })
  const forbidden = standard?.forbiddenWords ?? nothing
  // a draft of its own: a second new article, or the same one in a second window, is another draft
  const [draft] = useState(newKey)
  const drafts = `article-${edition}-${stored?.id ?? 'new'}`
  const autosave = useAutosave(calls, {
    id: stored?.id ?? null,
    draft,
    baseId: () => base.current?.versionId ?? null,
  })

  /** A side panel covers most fields: close it if one of them has an error. */
  const showProblem = (refusal: Refusal) => {
    if (isCovered && fieldErrorsOf(refusal.data).some(({ name }) => !besidePanel.includes(name))) flushSync(closePanel)
    showRefusal(form, refusal)
  }
  const handleRefusal = (refusal: Refusal) => {
    const own = base.current
    if (refusal.code !== errors.stale.code || !own) return showProblem(refusal)
    const theirs = refusal.data as Article
    setClash({
      clash: { base: own.values, mine: valuesNow(), theirs: valuesOf(theirs.newest), by: theirs.newest.byName },
      theirs,
    })
  }
  const adding = useAct(calls.add, { success: '保存成功', onRefusal: handleRefusal, invalidates: reviewReads })
  const saving = useAct(calls.save, {
    success: '保存成功',
    onRefusal: handleRefusal,
    invalidates: [...reviewReads, calls.versions],
  })

  const submission = useSubmission(edition, form, {
    pages: places[edition],
    onRefusal: (refusal, unmet) => {
      // the list of standards says what is missing
      closePanel()
      showProblem(refusal)
      if (unmet.has(FIGURES)) setOpen('figures')
    },
  })

  const save = async (given: ArticleValues): Promise<boolean> => {
    if (isBusy) return false
    const { body, bindings, aiAnswerIds = [] } = valuesNow()
    const values = { ...initial, ...given, body, bindings: standingBindings({ ...given, bindings }), aiAnswerIds }
    const content = contentOf(ai.kept(values))
    const own = base.current
    const done = own
      ? await saving.run({
          id: own.id,
          version: own.version,
          ...content,
          ...origin.current,
          draft,
          ...(pairUpToId && { pairUpToId }),
        })
      : await adding.run({
          ...content,
          ...origin.current,
          draft,
          ...(source && { pairId: source.id, pairUpToId: source.newest.id }),
        })
    if (!done) {
      submission.forget()
      return false
    }
    autosave.forget()
    setPairUpToId(undefined)
    base.current = { id: done.id, version: done.version, versionId: done.versionId, values }
    return true
  }
  const isSaving = adding.pending || saving.pending || isBusy
  /** A new article moves to its own address after the first save; a stored one stays. */
  const handleSaved = async () => {
    if (base.current && (await submission.finish(base.current.id))) return
    if (!stored && base.current) leave(`${places[edition].edit}?id=${base.current.id}`)
  }
  const [, rerender] = useReducer((count: number) => count + 1, 0)
  const put = (next: Partial<ArticleValues>) => {
    form.setFieldsValue(next as Parameters<typeof form.setFieldsValue>[0])
    // shows the new values in open panels
    rerender()
  }

  const hasOther = useIsAllowed()(articleCalls[edition === 'zh' ? 'en' : 'zh'].get)
  const otherId = hasOther ? (standing?.pairId ?? source?.id) : undefined

  return (
    <div className="article-editor">
      <FormPage<ArticleValues>
        form={form}
        initial={initial}
        isSaving={isSaving}
        onSave={save}
        onSaved={() => void handleSaved()}
        onCancel={onCancel}
        draft={`${drafts}-${draft}`}
        offersDraft={false}
      >
        <div className={isCovered ? 'article-columns has-panel' : 'article-columns'}>
          <div className="article-main">
            <RecoveryBar
              calls={calls}
              id={stored?.id ?? null}
              name={drafts}
              draft={draft}
              versionId={stored?.newest.id}
              initial={initial}
              autosave={autosave}
              isTyped={() => isChangedFrom(initial, valuesNow())}
              onRestore={put}
            />
            <EditorNotices
              people={people}
              standing={standing}
              newer={newerThan(base.current, standing, session?.user_id)}
              onRemarks={() => setPanel('remarks')}
              onFigures={() => setOpen('figures')}
            />
            <Field of={calls.add} name="title">
              <Input maxLength={200} placeholder="请输入标题" />
            </Field>
            <BoundNote form={form} field="title" forbidden={forbidden} />
            <Field of={calls.add} name="subtitle" isRequired={false}>
              <Input maxLength={200} />
            </Field>
            <BoundNote form={form} field="subtitle" forbidden={forbidden} />
            <Field of={calls.add} name="summary" isRequired={false}>
              <Input.TextArea maxLength={1_000} rows={3} />
            </Field>
            <BoundNote form={form} field="summary" forbidden={forbidden} />
            <ArticleBody
              form={form}
              followers={followers}
              aria-label="正文"
              onBusy={setBusy}
              onEditor={(created) => {
                text.current = created
              }}
              forbidden={forbidden}
              tools={(editor) => (
                <>
                  <PriceButton
                    editor={editor}
                    edition={edition}
                    productId={productId}
                    onField={(to, nodes) => put(appended(valuesNow(), to, nodes))}
                  />
                  <FindBar editor={editor} />
                  <CaptionTool editor={editor} />
                  <TermTool editor={editor} edition={edition} />
                </>
              )}
            />
          </div>
          <aside className="article-side">
            <AiPanel variants={ai} form={form} />
            {panel === 'remarks' && stored && (
              <RemarksPanel articleId={stored.id} opinion={stored.opinion} onQuote={showQuote} onClosed={closePanel} />
            )}
            {panel === 'pair' && otherId && (
              <PairPanel
                edition={edition}
                pairId={otherId}
                upToId={standing?.pairVersionId ?? source?.newest.id ?? null}
                form={form}
                followers={followers}
                doneId={standing?.isPairAhead ? (pairUpToId ?? null) : undefined}
                onDone={setPairUpToId}
                onQuote={showQuote}
                onClosed={closePanel}
              />
            )}
            {/* hidden, not unmounted: their fields are still validated */}
            <div hidden={isCovered}>
              <Space wrap>
                <Can call={articleActs[edition].submit}>
                  <Button
                    type="primary"
                    loading={submission.pending || isSaving}
                    onClick={() => void submission.start('submit')}
                  >
                    保存并提交审核
                  </Button>
                  <Button loading={submission.pending || isSaving} onClick={() => void submission.start('next')}>
                    提交并打开下一篇
                  </Button>
                </Can>
                {!stored && <Button onClick={() => setOpen('template')}>由模板生成</Button>}
                <Button onClick={() => setOpen('preview')}>预览</Button>
                <Button onClick={() => setOpen('figures')}>核对价格</Button>
                <RefillButton
                  edition={edition}
                  id={stored?.id ?? null}
                  templateVersionId={origin.current?.templateVersionId ?? null}
                  read={valuesNow}
                  onFilled={put}
                />
                {stored && <Button onClick={() => setOpen('versions')}>历史版本</Button>}
                {stored && <AiButtons edition={edition} variants={ai} />}
                {stored && <Button onClick={() => setPanel('remarks')}>审核意见与批注</Button>}
                {edition === 'zh' && stored && <EnglishButton id={stored.id} pairId={stored.pairId} />}
                {otherId && <Button onClick={() => setPanel('pair')}>中英文对照</Button>}
              </Space>
              {edition === 'en' && !standing?.pairId && !source && <p className="article-note">没有对应的中文资讯</p>}
              <p className="article-autosave" role="status">
                {autosave.state === 'failed' && '自动保存没有成功，内容仍保存在本机'}
                {typeof autosave.state === 'object' && `已自动保存 ${formatMoment(autosave.state.at)}`}
              </p>
              {otherId && standing?.isPairAhead && <PairAhead edition={edition} onCompare={() => setPanel('pair')} />}
              <Standards
                form={form}
                followers={followers}
                initial={initial}
                standard={standard}
                onTyped={autosave.note}
              />
              <ArticleFields calls={calls} newest={edited} />
            </div>
          </aside>
        </div>
      </FormPage>
      {open === 'preview' && (
        <ChannelPreview
          edition={edition}
          id={stored?.id ?? null}
          templateVersionId={origin.current?.templateVersionId ?? null}
          values={valuesNow()}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'versions' && stored && (
        <VersionsDrawer
          calls={calls}
          id={stored.id}
          onRestore={(version) => {
            setEdited(version)
            put(valuesOf(version))
          }}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'template' && (
        <TemplateFill
          edition={edition}
          productId={productId}
          onFilled={({ values: filled, templateVersionId }) => {
            origin.current = { templateVersionId }
            put(filled)
          }}
          onClosed={() => setOpen(undefined)}
        />
      )}
      {open === 'figures' && (
        <FigureCheck edition={edition} article={valuesNow()} onChange={put} onClosed={() => setOpen(undefined)} />
      )}
      {clash && (
        <ArticleConflict
          clash={clash.clash}
          onMerged={(merged) => {
            base.current = baseOf(clash.theirs)
            setEdited(clash.theirs.newest)
            put(merged)
          }}
          onTheirs={() => onTakeTheirs(clash.theirs)}
          onClosed={() => setClash(undefined)}
        />
      )}
    </div>
  )
}

export default function ArticleEditorPage({ edit, edition }: { edit: boolean; edition: Edition }) {
  const [address] = useSearchParams()
  const pairId = edition === 'en' && !edit ? address.get('pairId') : null
  return (
    <RowForm edit={edit} read={articleCalls[edition].get} list={places[edition].list}>
      {(editor) =>
        pairId && /^[1-9]\d{0,18}$/.test(pairId) ? (
          <Translation key={pairId} id={pairId}>
            {(begun) => <Editor edition="en" {...begun} {...editor} />}
          </Translation>
        ) : (
          <Editor edition={edition} {...editor} />
        )
      }
    </RowForm>
  )
}
