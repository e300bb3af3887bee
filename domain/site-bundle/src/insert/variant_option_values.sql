insert into variant_option_values (site_id, variant_id, option_id, value_id)
select $1, variant.id, choice."optionId", choice."valueId"
from jsonb_to_recordset($2) as item(variants jsonb),
    jsonb_to_recordset(item.variants) as variant(id bigint, "optionValues" jsonb),
    jsonb_to_recordset(variant."optionValues") as choice("optionId" bigint, "valueId" bigint)
