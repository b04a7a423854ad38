-- contacts and registrations are found by pinyin as customers are; spellings.ts fills it in
ALTER TABLE "enterprise_contacts" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "company_spelling" text;--> statement-breakpoint
ALTER TABLE "registrations" ADD COLUMN "contact_spelling" text;--> statement-breakpoint
CREATE INDEX "enterprise_contacts_part" ON "enterprise_contacts" USING gin (text_key("name") gin_trgm_ops,"spelling" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enterprise_contacts_unspelled" ON "enterprise_contacts" USING btree ("id") WHERE "enterprise_contacts"."spelling" is null;--> statement-breakpoint
CREATE INDEX "registrations_spelled" ON "registrations" USING gin ("company_spelling" gin_trgm_ops,"contact_spelling" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registrations_unspelled" ON "registrations" USING btree ("id") WHERE "registrations"."company_spelling" is null or "registrations"."contact_spelling" is null;--> statement-breakpoint
CREATE TRIGGER enterprise_contacts_respelled BEFORE UPDATE OF name ON enterprise_contacts FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE FUNCTION forget_registration_spellings() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.company_spelling := NULL; NEW.contact_spelling := NULL; RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER registrations_respelled BEFORE UPDATE OF company, contact ON registrations FOR EACH ROW WHEN (OLD.company IS DISTINCT FROM NEW.company OR OLD.contact IS DISTINCT FROM NEW.contact) EXECUTE FUNCTION forget_registration_spellings();--> statement-breakpoint
-- titles of published articles by the key of texts
CREATE INDEX "article_versions_title" ON "article_versions" USING gin (text_key("title") gin_trgm_ops);
