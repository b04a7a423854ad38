ALTER TABLE "enterprises" ADD COLUMN "words" text GENERATED ALWAYS AS (' ' || lower(regexp_replace("name", '([^\x01-\x7f])', ' \1 ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "enterprises" ADD COLUMN "spelling" text;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "words" text GENERATED ALWAYS AS (' ' || lower(regexp_replace("real_name", '([^\x01-\x7f])', ' \1 ', 'g')) || ' ' || lower(regexp_replace("login_name", '([^\x01-\x7f])', ' \1 ', 'g')) || ' ' || lower(regexp_replace("mobile", '([^\x01-\x7f])', ' \1 ', 'g'))) STORED;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "spelling" text;--> statement-breakpoint
CREATE INDEX "enterprises_found" ON "enterprises" USING gin ("words" gin_trgm_ops,"spelling" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "enterprises_unspelled" ON "enterprises" USING btree ("id") WHERE "enterprises"."spelling" is null;--> statement-breakpoint
CREATE INDEX "members_found" ON "members" USING gin ("words" gin_trgm_ops,"spelling" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_unspelled" ON "members" USING btree ("id") WHERE "members"."spelling" is null;--> statement-breakpoint
CREATE FUNCTION forget_spelling() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.spelling := NULL; RETURN NEW; END $$;--> statement-breakpoint
CREATE TRIGGER enterprises_respelled BEFORE UPDATE OF name ON enterprises FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name) EXECUTE FUNCTION forget_spelling();--> statement-breakpoint
CREATE TRIGGER members_respelled BEFORE UPDATE OF real_name ON members FOR EACH ROW WHEN (OLD.real_name IS DISTINCT FROM NEW.real_name) EXECUTE FUNCTION forget_spelling();
