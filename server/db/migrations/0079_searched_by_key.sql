-- partners, presets, series and roles are found by pinyin as customers are; spellings.ts fills it in
ALTER TABLE "partners" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "grant_presets" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "series" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "roles" ADD COLUMN "spelling" text;--> statement-breakpoint
CREATE INDEX "series_unspelled" ON "series" USING btree ("id") WHERE "series"."spelling" is null;--> statement-breakpoint
CREATE TRIGGER partners_respelled BEFORE UPDATE OF name ON partners FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE TRIGGER grant_presets_respelled BEFORE UPDATE OF name ON grant_presets FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE TRIGGER series_respelled BEFORE UPDATE OF name ON series FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE TRIGGER roles_respelled BEFORE UPDATE OF name ON roles FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE INDEX "members_doubles" ON "members" USING btree ("id") WHERE "members"."namesake" > 0;--> statement-breakpoint
-- what people write is searched by its key
DROP INDEX "ai_sessions_title_part";--> statement-breakpoint
DROP INDEX "search_words_part";--> statement-breakpoint
DROP INDEX "follow_ups_part";--> statement-breakpoint
DROP INDEX "visit_enterprises_part";--> statement-breakpoint
CREATE INDEX "ai_sessions_title_part" ON "ai_sessions" USING gin (text_key("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "search_words_part" ON "search_words" USING gin ("key" gin_trgm_ops,text_key("campaign") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "follow_ups_part" ON "follow_ups" USING gin (text_key("content") gin_trgm_ops,text_key("contact_name") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "visit_enterprises_part" ON "visit_enterprises" USING gin (text_key("name") gin_trgm_ops,text_key("products") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enterprises_industry" ON "enterprises" USING gin (text_key("industry") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "messages_recipient_part" ON "messages" USING gin (text_key("recipient_name") gin_trgm_ops,"address" gin_trgm_ops);
